/** Settings of pieces, boards, stands and coordinates. */
import type { Page } from '@playwright/test';
import { text } from '../lib/messages.ts';
import { button, closeOf, dialog, image } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { glimpse } from '../lib/pictures.ts';
import { script, VARIANT_IDS, type VariantId } from '../lib/scripts.ts';
import { pieceSets } from '../lib/sets.ts';
import { expect, test } from '../lib/test.ts';

/** Plies of the scripted games with pieces in hand and promoted pieces. */
const PLY: Record<VariantId, number> = { shogi: 36, minishogi: 20, torishogi: 31, shogun: 32 };

async function choose(page: Page, what: string): Promise<void> {
	await page.getByTestId(what).check({ force: true });
	await expect(page.getByTestId(what)).toBeChecked();
}

/** Picture folders of the pieces on board and hands. */
function setsOnBoard(page: Page): Promise<string[]> {
	return page.locator('sg-pieces piece, sg-hp-wrap piece').evaluateAll((pieces) => {
		const urls = pieces.map((piece) => getComputedStyle(piece).backgroundImage);
		return [...new Set(urls.map((url) => url.match(/pieces\/([^/]+)\/[^/]+\//)?.[1] ?? url))];
	});
}

function setsInPreview(page: Page): Promise<string[]> {
	return image(page, 'settings_preview').evaluate((preview) => {
		const images = [...preview.querySelectorAll('img')];
		return [...new Set(images.map(({ src }) => src.match(/pieces\/([^/]+)\//)?.[1] ?? src))];
	});
}

function labels(page: Page, which: 'files' | 'ranks'): Promise<string> {
	return page
		.getByTestId('board')
		.locator(`.${which} span`)
		.allTextContents()
		.then((all) => all.join(''));
}

for (const game of VARIANT_IDS)
	test(`${game}: every set and board, live and remembered`, async ({ page }) => {
		const position = script(game).moves[PLY[game] - 1]?.position ?? '';
		const board = await newGame(page, game, { opponent: 'device', clock: 'none', position });
		const next = script(game).moves[PLY[game]];
		if (next) await board.play(next, 'click');
		const frame = page.getByTestId('board').locator('.frame');
		const open = () => button(page, 'nav_settings').click();
		const close = () => closeOf(page, 'settings_title').click();

		const looks = new Set<string>();
		for (const look of ['plain', 'dark', 'wood']) {
			await open();
			await expect(page.getByTestId(`look-game-${game}`), 'the sheet knows the game').toBeChecked();
			await choose(page, `board-look-${look}`);
			await close();
			looks.add(await frame.evaluate((element) => getComputedStyle(element).background));
			await glimpse(page, `board-${game}-${look}`);
		}
		expect(looks.size, 'the boards differ').toBe(3);

		const sets = [...pieceSets(game)].reverse();
		for (const { id } of sets) {
			await open();
			await choose(page, `pieces-${id}`);
			expect(await setsInPreview(page), 'the preview changes at once').toEqual([id]);
			await expect.poll(() => setsOnBoard(page), 'and so does the board').toEqual([id]);
			await close();
			await glimpse(page, `set-${game}-${id}`);
		}

		await open();
		await choose(page, `pieces-${sets[0]?.id}`);
		await choose(page, 'stand-look-slim');
		const seen: Record<string, string> = {};
		for (const style of ['usual', 'numeric', 'kanji', 'letters']) {
			await choose(page, `coordinates-${style}`);
			seen[style] = `${await labels(page, 'files')} ${await labels(page, 'ranks')}`;
		}
		const files = { shogi: '987654321', minishogi: '54321', torishogi: '7654321', shogun: 'abcdefgh' }[game];
		expect(seen.usual?.startsWith(files)).toBe(true);
		expect(seen.kanji).toContain(game === 'shogun' ? '三二一' : '一二三');
		expect(seen.numeric).toContain('123');
		expect(seen.letters).toContain('abc');
		await choose(page, 'coordinates-none');
		await expect(page.getByTestId('board').locator('.files')).toHaveCount(0);
		await dialog(page, 'settings_title').evaluate((dialog) => dialog.scrollTo(0, 0));
		await glimpse(page, `settings-${game}`);

		await page.reload();
		await expect.poll(() => setsOnBoard(page), 'remembered').toEqual([sets[0]?.id]);
		await expect(page.locator('html')).toHaveAttribute('data-stand', 'slim');
		await expect(page.getByTestId('board').locator('.files')).toHaveCount(0);
	});

test('only the chosen set is fetched, and settings of older versions still apply', async ({ page }) => {
	await page.addInitScript(() =>
		localStorage.setItem(
			'komadai.settings',
			JSON.stringify({ locale: 'en', theme: 'dark', muted: true, coordinates: false, pieces: { shogi: 'plain' } }),
		),
	);
	const fetched = new Set<string>();
	page.on('request', (request) => {
		const found = new URL(request.url()).pathname.match(/^\/pieces\/([^/]+)\/shogi\//);
		if (found?.[1]) fetched.add(found[1]);
	});
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	for (const step of script('shogi').moves.slice(0, 4)) await board.play(step, 'click');
	expect([...fetched]).toEqual(['plain']);
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await expect(page.getByTestId('board').locator('.files')).toHaveCount(0);
	await expect(button(page, 'sound_on', 'sound_off')).toHaveAttribute('aria-pressed', 'true');
});

test.describe('on the smallest phone', () => {
	test.use({ viewport: { width: 320, height: 568 } });

	test('the sheet fits, and works by keyboard', async ({ page }) => {
		await page.goto('/');
		await button(page, 'nav_settings').focus();
		await page.keyboard.press('Enter');
		const sheet = dialog(page, 'settings_title');
		await expect(sheet).toBeVisible();
		const box = await sheet.boundingBox();
		expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
		expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
		expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(568);
		expect(await sheet.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);

		const pieces = page.getByRole('group', { name: text('settings_pieces').replace('{game}', text('game_shogi')) });
		await expect(pieces.getByRole('radio')).toHaveCount(pieceSets('shogi').length);
		await pieces.getByRole('radio', { checked: true }).focus();
		await page.keyboard.press('ArrowRight');
		expect(await setsInPreview(page)).toEqual([pieceSets('shogi')[1]?.id]);
		await glimpse(page, 'settings-320x568');
		await page.keyboard.press('Tab');
		await expect(page.getByTestId('board-look-wood')).toBeFocused();
		await page.keyboard.press('Escape');
		await expect(sheet).toBeHidden();
		await expect(button(page, 'nav_settings')).toBeFocused();
	});
});

test('the preview stays visible on a tall phone', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('/');
	await button(page, 'nav_settings').click();
	await page.getByTestId('board-look-wood').scrollIntoViewIfNeeded();
	await expect(image(page, 'settings_preview')).toBeInViewport({ ratio: 0.8 });
});

test('the setting names Tori Shogi squares from the upper left everywhere', async ({ page }) => {
	const board = await newGame(page, 'torishogi', { opponent: 'device', clock: 'none' });
	expect(await labels(page, 'files')).toBe('7654321');
	await button(page, 'nav_settings').click();
	await choose(page, 'setting-tori-from-left');
	await closeOf(page, 'settings_title').click();
	expect(await labels(page, 'files')).toBe('1234567');
	await board.put({ from: '3d', to: '3c' }, 'click');
	await expect(page.getByTestId('moves')).toContainText('Sx53');
	await expect(page.getByTestId('said')).toContainText('5 3');
	await expect(board.root).toHaveAttribute('data-ply', '1');
	await page.keyboard.press('m');
	await page.getByTestId('typed-input').fill('Fx53');
	await page.keyboard.press('Enter');
	await expect(board.root).toHaveAttribute('data-ply', '2');
	await expect(page.getByTestId('moves')).toContainText('Fx53');
	// Position text for programs is unchanged.
	await expect(board.root).toHaveAttribute('data-position', / b .* 3$/);
	await page.goto('/learn/torishogi');
	await expect(page.locator('.diagram .label').first()).toHaveText('1');
	await page.goto('/learn/torishogi/squares');
	await expect(page.getByTestId('squares-trainer')).toBeVisible();
});
