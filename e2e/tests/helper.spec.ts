/** Movement helper by mouse, touch and keyboard, without disturbing play. */
import type { Page } from '@playwright/test';
import type { Board } from '../lib/board.ts';
import { Keyboard } from '../lib/keyboard.ts';
import { button, checkbox, closeOf } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { PHONE, picture } from '../lib/pictures.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

/** A gold pinned to its king, a rook that may promote, a pawn in hand whose file has one. */
const PINNED = '4r3k/9/9/9/9/9/4G4/R3P4/4K4 b P 1';

const ways = (page: Page, legal: boolean) =>
	page
		.locator(`[data-way][data-legal="${legal}"]`)
		.evaluateAll((all) => all.map((one) => one.getAttribute('data-way') ?? '').sort());

async function rest(board: Board, key: string): Promise<void> {
	const { x, y } = await board.square(key);
	await board.page.mouse.move(x - 3, y);
	await board.page.mouse.move(x, y);
}

test('hovering a piece shows its moves without affecting play', async ({ page }) => {
	await page.clock.install();
	const board = await newGame(page, 'shogi', {
		opponent: 'device',
		clock: 'none',
		position: '4r3k/9/9/9/9/9/4G4/R8/4K4 b P 1',
	});
	const card = page.getByTestId('helper');
	await rest(board, '5g');
	await expect(card).toBeVisible();
	await expect(card).toContainText('Gold');
	// Piece letter of records.
	await expect(card.locator('.letter')).toHaveText(['G']);
	expect(await ways(page, true)).toEqual(['5f', '5h']);
	expect(await ways(page, false)).toEqual(['4f', '4g', '6f', '6g']);
	expect(await violations(page)).toEqual([]);
	await rest(board, '9h');
	await expect(card).toContainText('Dragon');
	await expect(card.locator('svg')).toHaveCount(2);
	await expect(card.locator('.letter')).toHaveText(['R', '+R']);
	await page.keyboard.press('Escape');
	await expect(card).toHaveCount(0);
	await rest(board, '5a');
	await expect(card).toContainText('Rook');
	// Moves of the side not to move.
	expect(await ways(page, true)).toContain('5g');
	expect(await ways(page, false)).toEqual([]);
	const held = await page.getByTestId('hand-first-P').boundingBox();
	await page.mouse.move((held?.x ?? 0) + 20, (held?.y ?? 0) + 20);
	await expect(card).toContainText('Pawn');
	expect(await ways(page, true)).toContain('4e');
	await rest(board, '9h');
	await expect(card).toBeVisible();
	await board.put({ from: '9h', to: '9c' }, 'drag');
	await button(page, 'promotion_yes').click();
	await expect(board.root).toHaveAttribute('data-ply', '1');
	await expect(card).toHaveCount(0);
	await page.mouse.move(2, 2);
	const { x, y } = await board.square('5a');
	await page.mouse.click(x, y);
	await page.mouse.move(x + 2, y);
	// Longer than the hover delay.
	await page.clock.fastForward(1_200);
	await expect(card).toHaveCount(0);
	const to = await board.square('5c');
	await page.mouse.click(to.x, to.y);
	await expect(board.root).toHaveAttribute('data-ply', '2');
});

test('the setting turns it off', async ({ page }) => {
	await page.clock.install();
	const board = await newGame(page, 'minishogi', { opponent: 'device', clock: 'none' });
	await rest(board, '1e');
	await expect(page.getByTestId('helper')).toBeVisible();
	await button(page, 'nav_settings').click();
	const setting = checkbox(page, 'settings_helper');
	await expect(setting).toHaveAccessibleName('Show how a piece moves');
	await expect(setting).toHaveAccessibleDescription(/^Tap an opponent’s piece, long-press/);
	await setting.uncheck();
	await closeOf(page, 'settings_title').click();
	await page.reload();
	await expect(board.root).toBeVisible();
	await rest(board, '1e');
	await page.clock.fastForward(1_200);
	await expect(page.getByTestId('helper')).toHaveCount(0);
	await page.locator('[data-key="1e"]').focus();
	await page.keyboard.press('i');
	await expect(page.getByTestId('helper')).toHaveCount(0);
});

test('the key i announces and shows the moves of a piece on the board and in hand', async ({ page }) => {
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none', position: PINNED });
	const keys = new Keyboard(page, 'shogi');
	await board.mayMove('first');
	await page.locator('[data-key="9h"]').focus();
	await keys.press('i');
	const card = page.getByTestId('helper');
	await expect(card).toBeVisible();
	await expect(keys.said.last()).toContainText('Promotes to Dragon: any distance forward, sideways, back');
	await keys.press('Escape');
	await expect(card).toHaveCount(0);
	await keys.press('i');
	await expect(card).toBeVisible();
	await keys.press('ArrowUp');
	await expect(card).toHaveCount(0);
	await keys.tabTo(page.getByTestId('list-first').locator('[data-letter="P"]'));
	await keys.press('i');
	await expect(keys.said.last()).toContainText('Pawn in hand.');
	expect(await ways(page, false)).toContain('5e');
	// Display of moves does not affect play.
	await keys.press('Enter');
	await keys.walkTo('4e');
	await keys.press('Enter');
	await expect(board.root).toHaveAttribute('data-ply', '1');
});

test('a refusal shows the legal moves of the piece', async ({ page }) => {
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	await board.put({ from: '7g', to: '7e' }, 'click');
	await expect(board.refusal).toHaveAttribute('data-code', 'wrong-movement');
	expect(await ways(page, true)).toEqual(['7f']);
	await expect(page.getByTestId('helper')).toHaveCount(0);
});

test('it works on the boards of guides and lessons', async ({ page }) => {
	const card = page.getByTestId('helper');
	const restOn = async (key: string) => {
		const square = page.locator(`[role="gridcell"][data-key="${key}"]`);
		await square.scrollIntoViewIfNeeded();
		const cell = await square.boundingBox();
		if (!cell) throw new Error(`there is no ${key}`);
		await page.mouse.move(cell.x + cell.width / 2 - 3, cell.y + cell.height / 2);
		await page.mouse.move(cell.x + cell.width / 2, cell.y + cell.height / 2);
	};
	await page.goto('/learn/shogi');
	await page.getByTestId('try-start').click();
	await expect(page.locator('sg-pieces piece').first()).toBeVisible();
	await restOn('5i');
	await expect(card).toContainText('King');
	await expect(card).toBeInViewport({ ratio: 1 });
	await page.goto('/learn/minishogi/lessons');
	await expect(page.locator('sg-pieces piece').first()).toBeVisible();
	const key = await page.locator('.cell.occupied').last().getAttribute('data-key');
	await restOn(key ?? '');
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
