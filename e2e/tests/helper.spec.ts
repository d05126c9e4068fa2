import { newGame } from '../lib/newGame.ts';
import { PHONE, picture } from '../lib/pictures.ts';
import { expect, test } from '../lib/test.ts';

/** A gold pinned to its king, a rook that may promote, a pawn in hand whose file has one. */
const PINNED = '4r3k/9/9/9/9/9/4G4/R3P4/4K4 b P 1';

test('it works on the boards of guides and lessons', async ({ page }) => {
	const card = page.getByTestId('helper');
	const restOn = async (square: string) => {
		const cell = page.locator(`[role="gridcell"][data-key="${square}"]`);
		await cell.scrollIntoViewIfNeeded();
		const box = await cell.boundingBox();
		if (!box) throw new Error(`there is no ${square}`);
		await page.mouse.move(box.x + box.width / 2 - 3, box.y + box.height / 2);
		await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
	};
	await page.goto('/learn/shogi');
	await page.getByTestId('try-start').click();
	await expect(page.locator('sg-pieces piece').first()).toBeVisible();
	await restOn('5i');
	await expect(card).toContainText('King');
	await expect(card).toBeInViewport({ ratio: 1 });
	await page.goto('/learn/minishogi/lessons');
	await expect(page.locator('sg-pieces piece').first()).toBeVisible();
	const square = await page.locator('.cell.occupied').last().getAttribute('data-key');
	await restOn(square ?? '');
	await expect(card).toBeVisible();
	await expect(card).toBeInViewport({ ratio: 1 });
});

test.describe('by touch', () => {
	test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

	test('a tap on an opponent’s piece shows its moves; own pieces are picked up, and can then capture it', async ({
		page,
	}) => {
		const board = await newGame(page, 'shogi', { opponent: 'computer', side: 'first', clock: 'none' });
		const card = page.getByTestId('helper');
		await board.put({ from: '8b', to: '8b' }, 'tap');
		await expect(card).toContainText('Rook');
		await picture(page, 'phone-opponents-piece');
		await board.put({ from: '7g', to: '7f' }, 'tap');
		await expect(card).toHaveCount(0);
		await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
	});

	test('a long press shows the moves, and the next tap acts normally', async ({ page }) => {
		const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none', position: PINNED });
		const cdp = await page.context().newCDPSession(page);
		const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
			cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
		const card = page.getByTestId('helper');
		const rook = await board.square('9h');
		await touch('touchStart', [rook]);
		await expect(card).toContainText('Dragon');
		await expect(card).toBeInViewport({ ratio: 1 });
		await touch('touchEnd', []);
		await expect(card, 'it stays to be read').toBeVisible();
		// A tap on a shown square is no move.
		await board.put({ from: '9d', to: '9d' }, 'tap');
		await expect(card).toHaveCount(0);
		await expect(board.root).toHaveAttribute('data-ply', '0');
		await touch('touchStart', [rook]);
		await expect(card).toContainText('Dragon');
		const to = await board.square('9d');
		await Promise.all([touch('touchEnd', []), touch('touchStart', [to]), touch('touchEnd', [])]);
		await expect(card).toHaveCount(0);
		await expect(board.root).toHaveAttribute('data-ply', '0');
		await touch('touchStart', [rook]);
		await expect(card).toBeVisible();
		await touch('touchMove', [{ x: rook.x, y: rook.y - 20 }]);
		await expect(card).toHaveCount(0);
		await touch('touchMove', [{ x: to.x, y: (rook.y + to.y) / 2 }]);
		await expect(page.locator('piece.dragging')).toBeVisible();
		await touch('touchMove', [to]);
		await touch('touchEnd', []);
		await expect(board.root).toHaveAttribute('data-ply', '1');
	});
});
