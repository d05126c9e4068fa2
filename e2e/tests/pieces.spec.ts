/** Question about piece sets on a first visit. */
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { boxOf, overlaps } from '../lib/boxes.ts';
import { button } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { picture } from '../lib/pictures.ts';
import { expect, test } from '../lib/test.ts';

const pieceImage = (page: Page) =>
	page
		.locator('sg-pieces piece')
		.first()
		.evaluate((one) => getComputedStyle(one).backgroundImage);

const SIZES = [
	[360, 640],
	[320, 568],
	[844, 390],
	[568, 320],
	[768, 1024],
	[1280, 800],
] as const;

test('the first game of a family asks once for pieces without covering the game', async ({
	browser,
	baseURL,
	complaints,
}) => {
	const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), serviceWorkers: 'block', locale: 'en' });
	const page = await context.newPage();
	complaints.watch(page);
	await page.goto('/');
	await page.getByTestId('play-shogun').click();
	await expect(page.getByTestId('board')).toBeVisible();
	await expect(page.getByTestId('first-pieces')).toHaveCount(0);
	await page.goto('/');
	await page.getByTestId('play-minishogi').click();
	const strip = page.getByTestId('first-pieces');
	await expect(strip.locator('img')).toHaveCount(2);
	for (const [width, height] of SIZES) {
		await page.setViewportSize({ width, height });
		await expect(strip).toBeInViewport({ ratio: 1 });
		const over = await boxOf(strip);
		const parts = page.locator('[data-testid="game"] :is(button, [data-testid="board"], [data-testid^="hand-"])');
		for (const part of await parts.all()) {
			if (!(await part.isVisible()) || (await part.evaluate((one) => one.closest('[data-testid="first-pieces"]'))))
				continue;
			expect(overlaps(over, await boxOf(part)), `${width}×${height}: ${await part.getAttribute('data-testid')}`).toBe(
				false,
			);
		}
		const right = await strip.evaluate((one) =>
			Math.max(...[...one.children].map((c) => c.getBoundingClientRect().right)),
		);
		expect(right).toBeLessThanOrEqual(width);
	}
	await page.getByTestId('first-pieces-letters').click();
	await expect(strip).toHaveCount(0);
	await expect.poll(() => pieceImage(page)).toContain('/letters/minishogi/');
	// Shogi shares the set, Tori Shogi has its own.
	await page.goto('/');
	await page.getByTestId('play-shogi').click();
	await expect(page.getByTestId('board')).toBeVisible();
	await expect(strip).toHaveCount(0);
	await expect.poll(() => pieceImage(page)).toContain('/letters/shogi/');
	await page.goto('/');
	await page.getByTestId('play-torishogi').click();
	await page.getByTestId('first-pieces-close').click();
	await expect(strip).toHaveCount(0);
	await page.reload();
	await expect.poll(() => pieceImage(page)).toContain('/birds/torishogi/');
	await expect(strip).toHaveCount(0);
	await context.close();
});

test('the first game of Learn asks for pieces, until the first move on a small screen', async ({
	browser,
	baseURL,
	complaints,
}) => {
	const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), serviceWorkers: 'block', locale: 'en' });
	const page = await context.newPage();
	complaints.watch(page);
	await page.setViewportSize({ width: 360, height: 640 });
	await page.goto('/learn/shogi/lessons/game');
	const question = page.getByTestId('first-pieces');
	await expect(question).toBeVisible();
	const board = new Board(page, 'shogi');
	await board.put({ from: '7g', to: '7f' }, 'click');
	await expect(question).toHaveCount(0);
	const back = button(page, 'play_takeback');
	await back.click();
	await question.getByTestId('first-pieces-letters').click();
	await expect(question).toHaveCount(0);
	await expect(back).toBeVisible();
	await expect.poll(() => pieceImage(page)).toContain('/letters/shogi/');
	await page.goto('/');
	await page.getByTestId('play-minishogi').click();
	await expect(page.getByTestId('board')).toBeVisible();
	await expect(question).toHaveCount(0);
	await context.close();
});

test('the first lesson and the first puzzle ask once for pieces; a game with a clock does not', async ({
	browser,
	baseURL,
	complaints,
}) => {
	const fresh = async () => {
		const options = { ...(baseURL ? { baseURL } : {}), serviceWorkers: 'block', locale: 'en' } as const;
		const context = await browser.newContext({ ...options, viewport: { width: 360, height: 640 } });
		const page = await context.newPage();
		complaints.watch(page);
		return page;
	};
	const question = (page: Page) => page.getByTestId('first-pieces');

	await test.step('a lesson, in Tori Shogi with the moves as well', async () => {
		const page = await fresh();
		await page.goto('/learn/torishogi/lessons');
		await expect(question(page)).toBeInViewport({ ratio: 1 });
		await expect(question(page).locator('img')).toHaveCount(3);
		for (const key of ['hint', 'skip']) await expect(page.getByTestId(key)).toBeInViewport({ ratio: 1 });
		await picture(page, 'pieces-lesson');
		await page.getByTestId('first-pieces-guide').click();
		await expect(question(page)).toHaveCount(0);
		await expect.poll(() => pieceImage(page)).toContain('/guide/torishogi/');
		await page.context().close();
	});

	await test.step('a puzzle, beside a board that can be played on', async () => {
		const page = await fresh();
		await page.goto('/puzzles/shogi');
		await expect(question(page)).toBeInViewport({ ratio: 1 });
		await picture(page, 'pieces-puzzle');
		const [over, board] = [await boxOf(question(page)), await boxOf(page.getByTestId('board'))];
		expect(overlaps(over, board)).toBe(false);
		await page.getByTestId('home-link').click();
		await page.getByTestId('play-shogi').click();
		await expect(page.getByTestId('board')).toBeVisible();
		await expect(question(page)).toHaveCount(0);
		await page.context().close();
	});

	await test.step('a game on the clock', async () => {
		const page = await fresh();
		await newGame(page, 'shogi', { opponent: 'device', clock: 'default' });
		await expect(page.getByTestId('clock-first')).toBeVisible();
		await expect(question(page)).toHaveCount(0);
		await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
		await expect(question(page)).toBeVisible();
		await page.context().close();
	});
});
