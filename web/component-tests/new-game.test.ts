/** Start of a game: quick start and the folded form. */
import { expect, test, vi } from 'vitest';
import { VARIANT_IDS, type VariantId } from '../src/rules/variant';
import {
	all,
	at,
	button,
	choose,
	count,
	has,
	hidden,
	m,
	named,
	openGame,
	openPage,
	page,
	press,
	put,
	reads,
	SCRIPTS,
	unfold,
	userEvent,
	visible,
} from './support';

const openForm = async (game: VariantId): Promise<void> => {
	await openPage(`/new/${game}`);
	await visible(at('new-form'));
};

const box = (id: string) => at(id).element().getBoundingClientRect();
const overlaps = (a: DOMRect, b: DOMRect) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Lowest level, no clock, first move for the player. */
async function suitsABeginner(game: VariantId): Promise<void> {
	await has(at('game'), 'data-game', game);
	await reads(at('seat-top'), m.new_opponent_computer());
	await reads(at('seat-top'), 'Level 1');
	await reads(at('seat-bottom'), m.play_you());
	await has(at('board'), 'data-mover', 'first');
	expect(all('[role="timer"]')).toHaveLength(0);
}

for (const game of VARIANT_IDS) {
	test(`${game}: one press on the home page puts a beginner's game on the screen`, async () => {
		await openPage('/');
		await at(`play-${game}`).click();
		await suitsABeginner(game);
		await has(at('board'), 'data-position', SCRIPTS[game].start);
	});

	test(`${game}: the first press of the form does the same`, async () => {
		await openForm(game);
		await at('play-now').click();
		await suitsABeginner(game);
	});
}

test('the form is folded, shows the choices, and begins without a clock', async () => {
	await openForm('shogi');
	for (const inside of ['level-1', 'side-first', 'clock-none', 'handicap', 'rule-illegal-move-loses', 'position'])
		await hidden(at(inside));
	await reads(at('fold-clock'), m.clock_text_none());
	await visible(at('fold-handicap'));
	const start = box('start');
	expect(start.bottom).toBeLessThanOrEqual(800);
	for (const fold of ['fold-level', 'fold-side', 'fold-clock', 'fold-handicap', 'fold-rules', 'position-open'])
		expect(overlaps(start, box(fold)), fold).toBe(false);
	await choose('clock-byoyomi');
	for (const preset of all('[data-testid^="preset-"]'))
		expect(overlaps(box('start'), preset.getBoundingClientRect())).toBe(false);
});

test('three words stand for levels, and the chosen level is shown', async () => {
	await openForm('torishogi');
	await choose('strength-strong');
	await unfold('level-1');
	await expect.poll(() => all<HTMLInputElement>('[data-testid^="level-"]:checked')[0]?.value ?? '1').not.toBe('1');
	await choose('level-1');
	await expect.element(at('strength-beginner')).toBeChecked();
	await choose('level-2');
	await expect.poll(() => all('[data-testid^="strength-"]:checked').length).toBe(0);
	await reads(at('fold-level'), 'Level 2');
});

test('the levels of every variant rise, and each button shows its rating', async () => {
	for (const game of VARIANT_IDS) {
		await openForm(game);
		await unfold('level-1');
		await expect.element(at('level-1')).toBeInTheDocument();
		const names = all('[data-testid^="level-"][type="radio"]').map((one) => one.getAttribute('aria-label') ?? '');
		expect(names.pop()).toBe(m.level_full_unrated());
		expect(names.length).toBeGreaterThan(9);
		expect(names.shift()).toBe('Level 0 · for children');
		const ratings = names.map((name, i) => Number(new RegExp(`^Level ${i + 1} · (\\d+)$`).exec(name)?.[1]));
		expect(ratings).toEqual([...new Set(ratings)].sort((a, b) => a - b));
	}
});

for (const path of ['/new/shogun', '/learn/minishogi/handicaps'])
	test(`${path}: the chosen level plays`, async () => {
		const post = vi.spyOn(Worker.prototype, 'postMessage');
		await openPage(path);
		await choose('level-3');
		await (path.startsWith('/new') ? button(m.new_start()) : button(m.adviser_play())).click();
		await reads(at('seat-top'), 'Level 3');
		await has(at('board'), 'data-mover', 'first');
		if (path.startsWith('/new')) {
			await put('shogun', '4g', '4e');
			await has(at('board'), 'data-ply', '2');
		}
		const levels = post.mock.calls.flatMap(([message]) => (message.kind === 'search' ? message.request.level : []));
		expect(levels).toEqual(['3']);
		post.mockRestore();
		await at('home-link').click();
		await reads(at('unfinished'), 'Computer (level 3)');
	});

test('the preset that is chosen is pressed, and no other', async () => {
	await openForm('minishogi');
	await choose('clock-byoyomi');
	const pressed = () => all('[data-testid^="preset-"][aria-pressed="true"]').map((one) => one.dataset.testid);
	for (const which of [2, 0]) {
		await at(`preset-${which}`).click();
		await expect.poll(pressed).toEqual([`preset-${which}`]);
	}
	await at('clock-period').fill('41');
	await expect.poll(pressed).toEqual([]);
});

test('Shogun has no handicap to choose, the others do', async () => {
	for (const game of VARIANT_IDS) {
		await openForm(game);
		await visible(at('fold-rules'));
		await count(at('fold-handicap'), game === 'shogun' ? 0 : 1);
	}
});

for (const rule of ['reject', 'loses'])
	test(`two pawns on a file: ${rule}`, async () => {
		await openGame('minishogi', { start: '4k/5/5/P4/4K b P 1', rules: { 'illegal-move': rule } });
		await put('minishogi', 'P', '5c');
		if (rule === 'reject') {
			await reads(at('refusal'), 'nifu');
			await count(at('result'), 0);
			return;
		}
		await has(at('result'), 'data-reason', 'illegal-move');
		await has(at('result'), 'data-winner', 'second');
	});

test('the rule for illegal moves is chosen on the form', async () => {
	await openForm('minishogi');
	await choose('opponent-device');
	await choose('rule-illegal-move-loses');
	await unfold('position');
	await at('position').fill('4k/5/5/P4/4K b P 1');
	await visible(at('position-hint'));
	await button(m.new_start()).click();
	await has(at('game'), 'data-game', 'minishogi');
	await has(at('board'), 'data-mover', 'first');
	await put('minishogi', 'P', '5c');
	await has(at('result'), 'data-reason', 'illegal-move');
});

test('a typed position, a program’s position and the end of a record are previewed', async () => {
	await openForm('shogi');
	await unfold('position');
	const pictures = () => all('aside img').length;
	await expect.poll(pictures).toBe(40);
	const field = at('position');
	await field.fill('4k4/9/9/9/9/9/9/9/4K4 b - 1');
	await expect.poll(pictures).toBe(2);
	await field.fill('手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)');
	await reads(at('position-hint'), m.records_from_end());
	await expect.poll(pictures).toBe(40);
	await field.fill('position startpos moves 7g7f 3c3d');
	await reads(at('position-hint'), m.new_position_good());
	await choose('opponent-device');
	await button(m.new_start()).click();
	await has(at('board'), 'data-position', /2P6\/PP1PPPPPP\/1B5R1\/LNSGKGSNL b - /);
});

test('unfinished games come first, and finished ones show the winner', async () => {
	const moves = SCRIPTS.minishogi.moves.slice(0, 2).map(({ move }) => move);
	await openGame('minishogi', { opponent: { kind: 'computer', level: '1', you: 'first' }, moves });
	await at('home-link').click();
	await visible(at('unfinished'));
	expect(box('unfinished').bottom).toBeLessThan(box('play-shogi').top);
	await userEvent.click(at('unfinished').getByRole('link').first());
	await button(m.play_resign()).click();
	await page.getByRole('dialog').getByRole('button', { name: m.play_resign(), exact: true }).click();
	await visible(at('result'));
	await at('home-link').click();
	await reads(at('finished'), m.result_you_lose());
	await reads(at('finished'), m.reason_resignation());
});

test('the settings can be closed at every scroll position', async () => {
	await page.viewport(360, 640);
	await openPage('/');
	await at('open-settings').click();
	await visible(at('settings'));
	const close = named('dialog', m.settings_title()).getByRole('button', {
		name: m.settings_close(),
		exact: true,
	});
	for (const end of [0, 100_000]) {
		at('settings').element().scrollTo(0, end);
		await expect.element(close).toBeInViewport({ ratio: 1 });
	}
	await close.click();
	await count(at('settings'), 0);
});

/** No position, an unknown piece, an illegal position. */
const BAD: Record<VariantId, string[]> = {
	shogi: ['hello', 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPXPPP/1B5R1/LNSGKGSNL b - 1', '9/9/9/9/9/9/9/9/4K4 b - 1'],
	minishogi: ['5/5/5', 'rbsgk/4p/5/P3X/KGSBR b - 1', '4k/5/5/5/KK3 b - 1'],
	torishogi: ['x', 'rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPQ b - 1', '3k3/7/7/7/7/7/7 b - 1'],
	shogun: ['rnb', 'rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNX[] w KQkq - 0 1', '8/8/8/8/8/8/8/4K3[] w - - 0 1'],
};

for (const game of VARIANT_IDS)
	test(`${game}: a position that can't be read`, async () => {
		await openForm(game);
		await choose('opponent-device');
		await unfold('position');
		const field = at('position');
		for (const bad of BAD[game]) {
			await field.fill(bad);
			await reads(at('position-error'), /./);
			await has(field, 'aria-invalid', 'true');
			await expect.element(button(m.new_start())).toBeDisabled();
		}
		const good = SCRIPTS[game].moves[9]?.position ?? '';
		await field.fill(good);
		await hidden(at('position-error'));
		await button(m.new_start()).click();
		await has(at('board'), 'data-position', good);
	});

test('impossible clock numbers disable the start and show the possible range', async () => {
	await openForm('shogi');
	await choose('clock-byoyomi');
	const start = button(m.new_start());
	await expect.element(start).toBeEnabled();
	const usual = at('clock-hint').element().textContent;
	await at('clock-period').fill('0');
	await expect.element(start).toBeDisabled();
	await has(at('clock-hint'), 'role', 'alert');
	expect(at('clock-hint').element().textContent).not.toBe(usual);
	await at('clock-period').fill('30');
	await expect.element(start).toBeEnabled();
	await press('{Escape}');
});
