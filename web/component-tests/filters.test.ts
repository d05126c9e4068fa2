/** Filters of puzzles and of My games. */
import { expect, test } from 'vitest';
import {
	all,
	at,
	button,
	choose,
	has,
	m,
	named,
	openGame,
	openPage,
	page,
	press,
	reads,
	SCRIPTS,
	visible,
} from './support';

const puzzle = () => at('puzzle');

test('a kind and a length of puzzles are chosen, and remembered', async () => {
	await openPage('/puzzles');
	await at('kind-torishogi-mate-5').click();
	await has(puzzle(), 'data-plies', '5');
	await has(puzzle(), 'data-kind', 'mate');
	await openPage('/puzzles');
	await has(at('kind-torishogi-mate-5'), 'aria-current', 'true');
	await at('kind-torishogi-defence').click();
	await has(puzzle(), 'data-kind', 'defence');
});

test('the filter of puzzles is used by keyboard', async () => {
	await openPage('/puzzles/shogun');
	await visible(at('open-filter'));
	(at('open-filter').element() as HTMLElement).focus();
	await press('{Enter}');
	await choose('puzzle-kind-mate');
	await choose('puzzle-length-5');
	(at('filter-use').element() as HTMLElement).focus();
	await press('{Enter}');
	await has(puzzle(), 'data-plies', '5');
	await openPage('/puzzles/shogun');
	await has(puzzle(), 'data-plies', '5');
});

test('a theme is chosen among those that the kind has', async () => {
	await openPage('/puzzles/shogi');
	await at('open-filter').click();
	const theme = at('puzzle-theme');
	await theme.selectOptions('fork');
	const offered = (theme.element() as HTMLSelectElement).selectedOptions[0]?.textContent ?? '';
	const count = /\((\d+)\)/.exec(offered)?.[1] ?? '';
	expect(count).not.toBe('');
	await reads(at('filter-use'), count);
	await at('filter-use').click();
	await at('open-filter').click();
	await expect.element(theme).toHaveValue('fork');
});

test('an unknown puzzle and an unknown theme are reported', async () => {
	for (const path of ['/puzzles/shogi/nowhere1', '/puzzles/shogi/theme/windmill']) {
		await openPage(path);
		await visible(at('missing'));
	}
});

async function finish(game: 'shogi' | 'minishogi'): Promise<void> {
	await openGame(game, { moves: SCRIPTS[game].moves.slice(0, 2).map(({ move }) => move) });
	await button(m.play_resign()).click();
	await page.getByRole('dialog').getByRole('button', { name: m.play_resign(), exact: true }).click();
	await visible(at('result'));
}

test('My games are filtered by variant, result, position and name', async () => {
	await finish('shogi');
	await finish('minishogi');
	const position = at('board').element().getAttribute('data-position') ?? '';
	await openPage('/games');
	await has(at('my-games'), 'data-ready', 'true');
	const rows = () => at('my-games').getByRole('listitem').elements();
	const shown = (expected: number) => expect.poll(() => rows().length).toBe(expected);
	await shown(2);
	// Filters are hidden for two games.
	expect(all('[data-testid="my-games"] select').filter((one) => one.checkVisibility())).toEqual([]);
	await at('filters').click();
	await named('combobox', m.games_game()).selectOptions('shogi');
	await shown(1);
	await named('combobox', m.games_result()).selectOptions('open');
	await visible(page.getByText(m.games_none_match()));
	await button(m.games_clear()).click();
	await shown(2);
	const field = named('textbox', m.games_position());
	await field.fill('nonsense');
	await has(field, 'aria-invalid', 'true');
	await field.fill(position);
	await shown(1);
	expect(rows()[0]?.textContent).toContain(m.game_minishogi());
	await button(m.games_clear()).click();
	await shown(2);
});
