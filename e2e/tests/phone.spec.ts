import { newGame } from '../lib/newGame.ts';
import { PHONE, picture } from '../lib/pictures.ts';
import { script, VARIANT_IDS } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

/** Range of scripted moves with pieces in hand. */
const [FROM, TO] = [20, 26];
/** Minimum size of a square in pixels. */
const THUMB = 40;

for (const game of VARIANT_IDS) {
	test(`${game}: a phone has room for everything`, async ({ page }) => {
		const { moves } = script(game);
		const position = moves[FROM - 1]?.position ?? '';
		const board = await newGame(page, game, { opponent: 'device', clock: 'default', position });
		for (const step of moves.slice(FROM, TO)) await board.play(step, 'tap');
		await picture(page, `phone-${game}`);

		const boxOf = async (selector: string) => {
			const box = await page.locator(selector).boundingBox();
			if (!box) throw new Error(`${selector} is not there`);
			return box;
		};
		const within = async (selector: string) => {
			const box = await boxOf(selector);
			expect(box.x, `${selector}: left`).toBeGreaterThanOrEqual(0);
			expect(box.y, `${selector}: top`).toBeGreaterThanOrEqual(0);
			expect(box.x + box.width, `${selector}: right`).toBeLessThanOrEqual(PHONE.width + 0.5);
			expect(box.y + box.height, `${selector}: bottom`).toBeLessThanOrEqual(PHONE.height + 0.5);
			return box;
		};

		expect(await page.evaluate(() => window.scrollY), 'nothing was scrolled').toBe(0);
		const width = await page.evaluate(() => document.documentElement.scrollWidth);
		expect(width, 'nothing is wider than the screen').toBeLessThanOrEqual(PHONE.width);
		const ground = await within('sg-board');
		// A square board shares the height with two hands and the move strip.
		expect(ground.width, 'the board fills the width').toBeGreaterThanOrEqual(0.88 * PHONE.width);
		for (const side of ['first', 'second']) {
			await within(`[data-testid="hand-${side}"]`);
			await within(`[data-testid="clock-${side}"]`);
			await expect(page.getByTestId(`clock-${side}`)).toBeVisible();
		}
		await within('[data-testid="status"]');
		for (const key of ['browse-back', 'open-moves', 'browse-forward'])
			expect((await within(`[data-testid="${key}"]`)).height, key).toBeGreaterThanOrEqual(40);

		const held = page.locator('sg-hp-wrap');
		expect(await held.count()).toBeGreaterThan(0);
		for (const square of await held.all()) {
			const box = await square.boundingBox();
			expect(box?.width ?? 0, 'a hand square is wide enough').toBeGreaterThanOrEqual(THUMB - 0.5);
			expect(box?.height ?? 0, 'a hand square is high enough').toBeGreaterThanOrEqual(THUMB - 0.5);
		}
	});
}

test('the board placeholder is painted once and stays until the board is drawn', async ({ page }) => {
	await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	let release = () => {};
	const held = new Promise<void>((done) => {
		release = done;
	});
	await page.route(/rules_bg.*\.wasm/, async (route) => {
		await held;
		await route.continue();
	});
	await page.reload();
	await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
	await expect(page.locator('.board-waiting:visible')).toHaveCount(1);
	await expect(page.locator('#board-place')).toBeVisible();
	release();
	await expect(page.getByTestId('board')).toBeVisible();
	await expect(page.locator('.board-waiting')).toHaveCount(0);
});

test('on the analysis board both names are fully visible', async ({ page }) => {
	for (const locale of ['en', 'ja']) {
		await page.goto('/analysis/shogi');
		await page.getByTestId('language').selectOption(locale);
		for (const seat of ['top', 'bottom']) {
			const covered = await page.getByTestId(`seat-${seat}`).evaluate((element) => {
				const [name, stand] = ['.player', '.stand'].map((one) => element.querySelector(one)?.getBoundingClientRect());
				if (!name || !stand) throw new Error('there is no name or no stand');
				return Math.min(name.bottom, stand.bottom) - Math.max(name.top, stand.top);
			});
			expect(covered, `${locale}: ${seat}`).toBeLessThanOrEqual(0.5);
		}
	}
});

test('a piece under a finger is enlarged, and both promotion answers are tall enough', async ({ page }) => {
	const position = '4k4/9/7P1/9/9/9/9/9/4K4 b G 1';
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none', position });
	const cdp = await page.context().newCDPSession(page);
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
		cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
	const from = await board.square('2c');
	await touch('touchStart', [from]);
	await touch('touchMove', [{ x: from.x - 40, y: from.y }]);
	const finger = { x: from.x - 100, y: from.y + 100 };
	await touch('touchMove', [finger]);
	const dragged = page.locator('piece.dragging');
	await expect.poll(async () => (await dragged.boundingBox())?.width).toBeGreaterThan(50);
	await picture(page, 'phone-dragging');
	await touch('touchMove', [await board.square('2b')]);
	await touch('touchEnd', []);
	for (const answer of ['promote-yes', 'promote-no'])
		expect((await page.getByTestId(answer).boundingBox())?.height, answer).toBeGreaterThanOrEqual(44);
	await picture(page, 'phone-promotion');
});
