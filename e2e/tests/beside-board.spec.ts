/** Panels beside the analysis board: lines in a fixed height, drops, pastes, links. */
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { dropText } from '../lib/drop.ts';
import { button } from '../lib/named.ts';
import { choose } from '../lib/newGame.ts';
import { DESKTOP, PHONE, picture } from '../lib/pictures.ts';
import { script, VARIANT_IDS, type VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test.use({ reducedMotion: 'reduce' });

async function openBoard(page: Page, game: VariantId, path = `/analysis/${game}`): Promise<Board> {
	await page.goto(path);
	const board = new Board(page, game);
	await expect(board.root).toHaveAttribute('data-mover', /first|second/);
	return board;
}

async function place(page: Page) {
	const { x, y, width, height } = (await page.locator('.frame').first().boundingBox()) ?? {
		x: 0,
		y: 0,
		width: 0,
		height: 0,
	};
	return { x, y, width, height };
}

/** Scores of the lines in order, from the first side's view. */
async function values(page: Page): Promise<number[]> {
	const texts = await page.locator('[data-testid="engine"] .score').allTextContents();
	return texts.map((text) => {
		const number = Number(text.replace('−', '-').replace('#', ''));
		return text.startsWith('#') ? Math.sign(number) * 1e6 - number : number;
	});
}

for (const game of VARIANT_IDS)
	test(`${game}: five lines and a mate search leave the board and the moves their places`, async ({ page }) => {
		await page.setViewportSize(DESKTOP);
		const board = await openBoard(page, game);
		const before = await place(page);
		for (const step of script(game).moves.slice(0, 6)) await board.play(step, 'click');
		await page.getByTestId('engine-switch').click();
		await page.getByTestId('engine-lines').selectOption('5');
		await page.getByTestId('engine-effort').selectOption('depth');
		await page.getByTestId('engine-effort-count').fill('9');
		await page.getByTestId('engine-effort-count').blur();
		await expect(page.getByTestId('line-5')).toBeAttached();
		await page.getByTestId('mate-switch').click();
		await expect(page.getByTestId('engine')).toHaveAttribute('data-running', 'false', { timeout: 90_000 });
		// Lines are sorted by score.
		const found = await values(page);
		expect(found).toHaveLength(5);
		expect(found).toEqual(found.toSorted((one, other) => other - one));
		expect(await place(page)).toEqual(before);
		const tree = await page.getByTestId('tree').boundingBox();
		expect(tree?.height).toBeGreaterThanOrEqual(72);
		for (const key of ['flip', 'more', 'comment', 'browse-last'])
			await expect(page.getByTestId(key)).toBeInViewport({ ratio: 1 });
		// A line is one row until it is expanded, within the same height.
		const line = page.getByTestId('line-1');
		expect((await line.boundingBox())?.height).toBeLessThan(42);
		const whole = page.getByTestId('line-1-whole');
		if (await whole.isVisible()) {
			const keys = line.locator('[data-move]:visible');
			const short = await keys.count();
			await whole.click();
			expect(await keys.count()).toBeGreaterThan(short);
			const [own, next] = [await line.boundingBox(), await page.getByTestId('line-2').boundingBox()];
			const last = await keys.last().boundingBox();
			expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((own?.y ?? 0) + (own?.height ?? 0) + 1);
			expect(next?.y).toBeGreaterThanOrEqual((own?.y ?? 0) + (own?.height ?? 0) - 1);
		}
		expect(await place(page)).toEqual(before);
		expect(await violations(page)).toEqual([]);
		await picture(page, `lines-${game}`);
	});

test('a long mate beside the engine leaves the board and the moves their places', async ({ page }) => {
	await page.setViewportSize(DESKTOP);
	const text = '3g1kgn1_4P4_3~P3p1_5~B3_9_9_9_9_K8'.replaceAll('_', '.');
	await openBoard(page, 'shogi', `/analysis/shogi#v=1&game=shogi&position=${text}_b_2S2rb2g2s3n4l15p_1`);
	const before = await place(page);
	await page.getByTestId('engine-switch').click();
	await page.getByTestId('mate-switch').click();
	await expect(page.getByTestId('mate-result')).toHaveText(/11/, { timeout: 90_000 });
	await page.getByTestId('mate-insert').click();
	await page.keyboard.press('ArrowLeft');
	expect(await place(page)).toEqual(before);
	await page.getByTestId('mate-switch').click();
	await expect(page.getByTestId('mate-result')).toHaveText(/11/, { timeout: 90_000 });
	expect((await page.getByTestId('tree').boundingBox())?.height).toBeGreaterThanOrEqual(72);
	await expect(page.getByTestId('more')).toBeInViewport({ ratio: 1 });
	await page.getByTestId('mate-whole').click();
	expect(await place(page)).toEqual(before);
	await expect(page.getByTestId('more')).toBeInViewport({ ratio: 1 });
	await picture(page, 'lines-mate');
});

test('in a low window the board, the lines, the moves and every button are visible', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 600 });
	const board = await openBoard(page, 'shogi');
	for (const step of script('shogi').moves.slice(0, 10)) await board.play(step, 'click');
	await page.getByTestId('engine-switch').click();
	await page.getByTestId('engine-lines').selectOption('3');
	await expect(page.getByTestId('line-3')).toBeAttached();
	expect((await page.getByTestId('tree').boundingBox())?.height).toBeGreaterThanOrEqual(72);
	for (const part of ['line-1', 'line-2', 'mate-switch', 'report-run', 'tree', 'browse-last', 'flip', 'more'])
		await expect(page.getByTestId(part), part).toBeInViewport({ ratio: 1 });
	await expect(page.locator('.frame')).toBeInViewport({ ratio: 1 });
	// The list has shrunk since the move.
	await expect(page.locator('[data-testid="tree"] [aria-current="step"]')).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('c');
	await expect(page.getByTestId('comment')).toBeInViewport({ ratio: 1 });
	await picture(page, 'lines-low');
});

test('on a phone the status line covers no button', async ({ page }) => {
	await page.setViewportSize(PHONE);
	for (const game of VARIANT_IDS) {
		await openBoard(page, game);
		const status = await page.getByTestId('status').evaluate((line) => {
			const range = document.createRange();
			range.selectNodeContents(line);
			return range.getBoundingClientRect().top;
		});
		const walk = await page.getByTestId('at').boundingBox();
		expect((walk?.y ?? 0) + (walk?.height ?? 0), game).toBeLessThanOrEqual(status + 1);
	}
});

const KIF = '手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n';

test('a selected text and a link are dropped on the board, and pasted on the lists of boards and games', async ({
	person,
}) => {
	const page = await person('guest', { permissions: ['clipboard-read', 'clipboard-write'] });
	await openBoard(page, 'torishogi');
	expect(await dropText(page, KIF)).toBe(true);
	// The record's variant takes precedence over the board's.
	await expect(page.getByTestId('record-found')).toContainText('Shogi');
	await page.getByTestId('open-found').click();
	await expect(page).toHaveURL(/\/analysis\/shogi\/.+/);
	await expect(page.getByTestId('tree').locator('[data-node]')).toHaveCount(3);

	const board = await openBoard(page, 'shogi');
	const link = `${new URL(page.url()).origin}/analysis/shogi#v=1&game=shogi&position=4k4.9.4P4.9.9.9.9.9.4K4_b_G_1`;
	expect(await dropText(page, link, 'text/uri-list')).toBe(true);
	await page.getByTestId('open-found').click();
	await board.shows('4k4/9/4P4/9/9/9/9/9/4K4 b G 1');

	await page.evaluate((copied) => navigator.clipboard.writeText(copied), KIF);
	for (const path of ['/analysis', '/games']) {
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await page.keyboard.press('ControlOrMeta+v');
		await page.getByTestId('open-found').click();
		await expect(page).toHaveURL(/\/analysis\/shogi\/.+/);
		await expect(page.getByTestId('tree').locator('[data-node]')).toHaveCount(3);
	}
});

test('the board shares its game and its position as links, and finds games with the position', async ({ page }) => {
	const board = await openBoard(page, 'shogi');
	await board.play(script('shogi').moves[0] as never, 'click');
	await board.play(script('shogi').moves[1] as never, 'click');
	await page.keyboard.press('ArrowLeft');
	await expect(board.root).toHaveAttribute('data-ply', '1');
	await button(page, 'play_menu').click();
	await page.getByTestId('open-share').click();
	const link = page.getByTestId('share-link');
	await expect(link).toHaveValue(/\/analysis\/shogi#.*count=2/);
	const game = await link.inputValue();
	await choose(page, 'share-position');
	await expect(link).toHaveValue(/position=/);
	await page.keyboard.press('Escape');
	await page.goto('/');
	await page.goto(game.slice(game.indexOf('/analysis')));
	await expect(page.getByTestId('tree').locator('[data-node]')).toHaveCount(2);
	await button(page, 'play_menu').click();
	await page.getByTestId('games-with').click();
	await expect(page).toHaveURL(/\/games\?game=shogi&position=/);
	await expect(page.getByTestId('games-count')).toHaveText(/1/);
});
