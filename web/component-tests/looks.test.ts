/** Settings of pieces, boards, stands and coordinates. */
import { expect, test } from 'vitest';
import { gameName } from '../src/games/names';
import { VARIANT_IDS, type VariantId } from '../src/rules/variant';
import { PIECE_SETS } from '../src/settings/pieceSets';
import { settings } from '../src/settings/settings.svelte';
import {
	all,
	at,
	button,
	choose,
	count,
	has,
	m,
	named,
	openGame,
	openPage,
	page,
	press,
	put,
	reads,
	SCRIPTS,
	visible,
} from './support';

/** Plies of the scripted games with pieces in hand and promoted pieces. */
const PLY: Record<VariantId, number> = { shogi: 36, minishogi: 20, torishogi: 31, shogun: 32 };
const FILES: Record<VariantId, string> = {
	shogi: '987654321',
	minishogi: '54321',
	torishogi: '7654321',
	shogun: 'abcdefgh',
};

const setsOf = (game: VariantId) => PIECE_SETS[game].map(({ id }) => id);
const unique = (values: string[]) => [...new Set(values)];

/** Picture folders of the pieces on board and hands. */
const setsOnBoard = () =>
	unique(
		all('sg-pieces piece, sg-hp-wrap piece').map((piece) => {
			const url = getComputedStyle(piece).backgroundImage;
			return url.match(/pieces\/([^/]+)\/[^/]+\//)?.[1] ?? url;
		}),
	);
const preview = (game: VariantId) => named('img', m.settings_preview({ game: gameName[game]() }));
const setsInPreview = (game: VariantId) =>
	unique(
		[...preview(game).element().querySelectorAll('img')].map(({ src }) => src.match(/pieces\/([^/]+)\//)?.[1] ?? src),
	);
const labels = (which: 'files' | 'ranks') =>
	all(`[data-testid="board"] .${which} span`)
		.map((one) => one.textContent)
		.join('');

async function openSettings(): Promise<void> {
	await button(m.nav_settings()).click();
	await visible(at('settings'));
}

async function closeSettings(): Promise<void> {
	await at('close-settings').click();
	await count(at('settings'), 0);
}

for (const game of VARIANT_IDS)
	test(`${game}: every set and board, live and remembered`, async () => {
		await openGame(game, { moves: SCRIPTS[game].moves.slice(0, PLY[game]).map(({ move }) => move) });
		const frame = () => getComputedStyle(all('[data-testid="board"] .frame')[0] as Element).background;
		await openSettings();
		await expect.element(at(`look-game-${game}`), { message: 'the sheet knows the game' }).toBeChecked();
		const looks = new Set<string>();
		for (const look of ['plain', 'dark', 'wood']) {
			await choose(`board-look-${look}`);
			looks.add(frame());
		}
		expect(looks.size, 'the boards differ').toBe(3);

		const sets = setsOf(game).reverse();
		for (const id of sets) {
			await choose(`pieces-${id}`);
			await expect.poll(() => setsInPreview(game), { message: 'the preview changes' }).toEqual([id]);
			await expect.poll(setsOnBoard, { message: 'and so does the board' }).toEqual([id]);
		}

		await choose('stand-look-slim');
		await expect.poll(() => document.documentElement.dataset.stand).toBe('slim');
		const seen: Record<string, string> = {};
		for (const style of ['usual', 'numeric', 'kanji', 'letters']) {
			await choose(`coordinates-${style}`);
			seen[style] = `${labels('files')} ${labels('ranks')}`;
		}
		expect(seen.usual?.startsWith(FILES[game])).toBe(true);
		expect(seen.kanji).toContain(game === 'shogun' ? '三二一' : '一二三');
		expect(seen.numeric).toContain('123');
		expect(seen.letters).toContain('abc');
		await choose('coordinates-none');
		await expect.poll(() => all('[data-testid="board"] .files').length).toBe(0);
		const kept = JSON.parse(localStorage.getItem('komadai.settings') ?? '{}');
		expect(kept.pieces[game]).toBe(sets.at(-1));
		expect([kept.stand, kept.coordinates]).toEqual(['slim', 'none']);
	});

test('the sheet fits the smallest phone, and works by keyboard', async () => {
	await page.viewport(320, 568);
	await openPage('/');
	(button(m.nav_settings()).element() as HTMLElement).focus();
	await press('{Enter}');
	const sheet = named('dialog', m.settings_title());
	await visible(sheet);
	await choose('look-game-shogi');
	const box = sheet.element().getBoundingClientRect();
	expect(box.left).toBeGreaterThanOrEqual(0);
	expect(box.right).toBeLessThanOrEqual(320);
	expect(box.top).toBeGreaterThanOrEqual(0);
	expect(box.bottom).toBeLessThanOrEqual(568);
	expect(sheet.element().scrollWidth).toBe(sheet.element().clientWidth);
	const pieces = page.getByRole('group', { name: m.settings_pieces({ game: gameName.shogi() }) });
	await count(pieces.getByRole('radio'), setsOf('shogi').length);
	(pieces.getByRole('radio', { checked: true }).element() as HTMLElement).focus();
	await press('{ArrowRight}');
	await expect.poll(() => setsInPreview('shogi')).toEqual([setsOf('shogi')[1]]);
	await press('{Tab}');
	await expect.element(at('board-look-wood')).toHaveFocus();
	await press('{Escape}');
	await count(at('settings'), 0);
	await expect.element(button(m.nav_settings())).toHaveFocus();
});

test('the preview stays visible on a tall phone', async () => {
	await page.viewport(390, 844);
	await openPage('/');
	await openSettings();
	await choose('look-game-shogi');
	at('board-look-wood').element().scrollIntoView();
	await expect.element(preview('shogi')).toBeInViewport({ ratio: 0.8 });
});

test('the setting names Tori Shogi squares from the upper left everywhere', async () => {
	await openGame('torishogi');
	expect(labels('files')).toBe('7654321');
	await openSettings();
	await choose('setting-tori-from-left');
	await closeSettings();
	await expect.poll(() => labels('files')).toBe('1234567');
	await put('torishogi', '3d', '3c');
	await reads(at('moves'), 'Sx53');
	await reads(at('said'), '5 3');
	await has(at('board'), 'data-ply', '1');
	await press('m');
	await at('typed-input').fill('Fx53');
	await press('{Enter}');
	await has(at('board'), 'data-ply', '2');
	await reads(at('moves'), 'Fx53');
	// Position text for programs is unchanged.
	await has(at('board'), 'data-position', / b .* 3$/);
	await openPage('/learn/torishogi', { toriFromLeft: settings.toriFromLeft });
	await expect.poll(() => all('.diagram .label')[0]?.textContent).toBe('1');
});
