/** Play page: help, refusals, promotion, result. */
import { expect, test } from 'vitest';
import { VARIANT_IDS } from '../src/rules/variant';
import {
	alerted,
	all,
	at,
	button,
	clickSquare,
	count,
	has,
	hidden,
	m,
	named,
	openGame,
	page,
	press,
	put,
	reads,
	SCRIPTS,
	visible,
} from './support';

const COMPUTER = { opponent: { kind: 'computer', level: '1', you: 'first' } } as const;
const status = () => at('status');
const refusal = () => at('refusal');
const ply = (expected: number) => has(at('board'), 'data-ply', String(expected));
const drawn = (selector: string, expected: number) => expect.poll(() => all(selector).length).toBe(expected);

async function resign(): Promise<void> {
	await button(m.play_resign()).click();
	await page.getByRole('dialog').getByRole('button', { name: m.play_resign(), exact: true }).click();
}

for (const game of VARIANT_IDS.filter((one) => one !== 'torishogi'))
	test(`${game}: the promotion question is answered, or cancelled by Escape and beside it`, async () => {
		const { moves } = SCRIPTS[game];
		const index = moves.findIndex(({ promotion }) => promotion === 'optional');
		const step = moves[index];
		if (!step?.from) throw new Error(`nothing may promote in ${game}`);
		await page.viewport(360, 640);
		await openGame(game, { moves: moves.slice(0, index).map(({ move }) => move) });
		const question = named('dialog', m.promotion_title());
		const before = at('board').element().getAttribute('data-position') ?? '';
		await put(game, step.from, step.to);
		await visible(question);
		await reads(at('promote-yes'), m.promotion_short());
		await reads(at('promote-no'), m.promotion_no());
		await reads(status(), m.promotion_title());
		for (const id of ['promote-yes', 'promote-no']) await expect.element(at(id)).toBeInViewport({ ratio: 1 });
		await press('{Escape}');
		await hidden(question);
		await has(at('board'), 'data-position', before);
		await put(game, step.from, step.to);
		await visible(question);
		await at(step.promote ? 'promote-yes' : 'promote-no').click();
		await has(at('board'), 'data-position', step.position);
		await hidden(question);
	});

test('only the hanging piece is marked, a guarded rook attacked by a pawn', async () => {
	await openGame('minishogi', { ...COMPUTER, start: '4k/2p2/2R2/2G2/4K b - 1' });
	await press('x');
	await reads(status(), 'In danger: Rook 33.');
	await drawn('sq.marked', 1);
	await press('{Escape}');
	await drawn('sq.marked', 0);
});

test('Escape puts down the picked-up piece, and closes the menu', async () => {
	await openGame('shogi');
	await clickSquare('shogi', '7g');
	await drawn('sq.selected', 1);
	await press('{Escape}');
	await drawn('sq.selected', 0);
	await clickSquare('shogi', '7f');
	await ply(0);
	await button(m.play_menu()).click();
	(at('more').element() as HTMLElement).blur();
	await press('{Escape}');
	await hidden(at('copy-moves'));
	await expect.element(at('more')).toHaveFocus();
});

test('pressing a piece without legal moves shows the reason', async () => {
	await openGame('shogi');
	await clickSquare('shogi', '8i');
	await reads(refusal(), 'your own pieces are in its way');
	await clickSquare('shogi', '2h');
	await hidden(refusal());
});

test('on one device the setting turns the board after each move, and keeps it at the last mover', async () => {
	await openGame('minishogi', {}, { turnBoard: true });
	const bottom = () => all('[data-bottom]')[0]?.dataset.bottom;
	expect(bottom()).toBe('first');
	await put('minishogi', '5d', '5c');
	await expect.poll(bottom).toBe('second');
	await resign();
	await expect.poll(() => at('result').element().className).toMatch(/won/);
	expect(bottom()).toBe('first');
});

test('a finished game can be browsed beside its result, and no move can be typed', async () => {
	await openGame('minishogi', {
		...COMPUTER,
		moves: SCRIPTS.minishogi.moves.slice(0, 2).map(({ move }) => move),
	});
	await resign();
	await visible(at('result'));
	await press('{ArrowLeft}');
	await reads(status(), 'Move 1 of 2 · Gote won (resignation)');
	await visible(at('result'));
	await clickSquare('minishogi', '1e');
	await reads(refusal(), 'The game is over.');
	await button(m.play_menu()).click();
	await visible(at('open-share'));
	await hidden(button(m.typed_open()));
});

test('the result is shown again when a mate that was taken back is repeated', async () => {
	await openGame('minishogi', { start: '4k/5/4P/5/K4 b G 1' });
	await put('minishogi', 'G', '1b');
	await visible(at('result'));
	await press('{ArrowLeft}');
	await button(m.play_takeback()).click();
	await ply(0);
	await count(at('result'), 0);
	await put('minishogi', 'G', '1b');
	await visible(at('result'));
	await ply(1);
});

for (const way of ['pointer', 'keyboard'] as const)
	test(`the result takes the focus after a ${way}, with a focus ring for keyboard users only`, async () => {
		await openGame('minishogi', { moves: [SCRIPTS.minishogi.moves[0]?.move ?? ''] });
		if (way === 'pointer') await resign();
		else {
			await button(m.play_resign()).click();
			await visible(page.getByRole('dialog'));
			const yes = page.getByRole('dialog').getByRole('button', { name: m.play_resign(), exact: true });
			(yes.element() as HTMLElement).focus();
			await press('{Enter}');
		}
		await expect.element(at('result').getByRole('heading')).toHaveFocus();
		const ring = getComputedStyle(document.activeElement as Element).outlineStyle;
		if (way === 'pointer') expect(ring).toBe('none');
		else expect(ring).not.toBe('none');
	});

test('with a clock there are neither help nor takebacks', async () => {
	const clock = { kind: 'byoyomi', main_ms: 600_000, period_ms: 30_000, periods: 1 } as const;
	await openGame('minishogi', { ...COMPUTER, clock });
	await put('minishogi', '5d', '5c');
	await ply(2);
	await visible(button(m.play_resign()));
	for (const one of [m.play_hint(), m.play_attacked(), m.play_takeback()]) await hidden(button(one));
});

test('a hint shows the piece, then the destination, replaces a refusal, and ends with the game', async () => {
	await openGame('minishogi', {
		...COMPUTER,
		moves: SCRIPTS.minishogi.moves.slice(0, 2).map(({ move }) => move),
	});
	await put('minishogi', '5e', '1a');
	await visible(refusal());
	await reads(alerted(), /./);
	await button(m.play_hint()).click();
	await reads(status(), 'Press again to see where.');
	await hidden(refusal());
	await drawn('sq.marked', 0);
	await drawn('sq.aim', 1);
	await press('n');
	await drawn('sq.aim', 2);
	await reads(status(), /^Hint: \w+/);
	await reads(at('said'), 'Hint:');
	await resign();
	await visible(at('result'));
	await drawn('sq.aim', 0);
});
