/** Analysis board: variations, engine, records, positions, drawings. */
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { button, checkbox, dialog, region, resign, textbox } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { serviceWorkerActive } from '../lib/offline.ts';
import { script, VARIANT_IDS, type VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test.use({ reducedMotion: 'reduce' });

async function openBoard(page: Page, game: VariantId, path = `/analysis/${game}`): Promise<Board> {
	await page.goto(path);
	const board = new Board(page, game);
	await expect(board.root).toHaveAttribute('data-mover', /first|second/);
	await expect(page.locator('sg-pieces piece').first()).toBeVisible();
	return board;
}

const node = (page: Page, move: string) => page.getByTestId(`node-${move}`);
const current = (page: Page) => page.locator('[data-testid="tree"] [aria-current="step"]');

async function ply(board: Board, count: number): Promise<void> {
	await expect(board.root).toHaveAttribute('data-ply', String(count));
}

async function put(board: Board, moves: readonly [string, string][], from = 0): Promise<void> {
	for (const [index, [start, to]] of moves.entries()) {
		await board.put({ from: start, to }, 'click');
		await ply(board, from + index + 1);
	}
}

/** Plays a line, a variation at its third move, and one within that. */
async function grow(board: Board): Promise<void> {
	const { page } = board;
	await put(board, [
		['7g', '7f'],
		['3c', '3d'],
		['2g', '2f'],
	]);
	await page.keyboard.press('ArrowLeft');
	await ply(board, 2);
	await put(
		board,
		[
			['6g', '6f'],
			['8c', '8d'],
		],
		2,
	);
	await page.keyboard.press('ArrowLeft');
	await ply(board, 3);
	await put(board, [['5c', '5d']], 3);
}

async function engineOn(page: Page): Promise<void> {
	await page.getByRole('switch').click();
	await expect(page.getByTestId('line-1')).toBeVisible();
}

for (const game of VARIANT_IDS)
	test(`${game}: moves are played, analysed and kept across a reload`, async ({ page }) => {
		const board = await openBoard(page, game);
		const steps = script(game).moves.slice(0, 4);
		for (const step of steps) await board.play(step, 'click');
		await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(4);
		await engineOn(page);
		await expect(page.getByTestId('engine-facts')).toHaveText(/\d/);
		// Clicking a move of the best line plays it; the line may change until the click.
		const best = await page.getByTestId('line-1-1').evaluate((key: HTMLElement) => {
			const { move } = key.dataset;
			key.click();
			return move;
		});
		await ply(board, 5);
		await expect(node(page, best ?? '').first()).toHaveAttribute('aria-current', 'step');
		await page.reload();
		await ply(board, 5);
		await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(5);
	});

test('a stopped engine ends before the two seconds that Chromium grants a terminated Worker', async ({ page }) => {
	await openBoard(page, 'shogi');
	await page.getByTestId('engine-switch').click();
	await expect(page.getByTestId('line-1')).toBeVisible();
	const [worker] = page.workers();
	const began = performance.now();
	const gone = worker?.waitForEvent('close').then(() => performance.now() - began);
	await page.getByTestId('engine-switch').click();
	expect(await gone).toBeLessThan(1_700);
});

test('a tree of variations is browsed, commented, annotated, reordered and undone', async ({ page }) => {
	const board = await openBoard(page, 'shogi');
	await grow(board);
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(6);
	await expect(current(page)).toHaveAttribute('data-testid', 'node-5c5d');
	await page.keyboard.press('ArrowUp');
	await expect(current(page)).toHaveAttribute('data-testid', 'node-8c8d');
	await page.keyboard.press('ArrowUp');
	await expect(current(page)).toHaveAttribute('data-testid', 'node-2g2f');
	await page.keyboard.press('ArrowDown');
	await expect(current(page)).toHaveAttribute('data-testid', 'node-6g6f');
	await page.keyboard.press('Home');
	await ply(board, 0);
	await page.keyboard.press('End');
	await expect(current(page)).toHaveAttribute('data-testid', 'node-2g2f');
	await page.getByTestId('glyph-5').click();
	await expect(node(page, '2g2f')).toContainText('!?');
	await page.keyboard.press('c');
	await textbox(page, 'analysis_comment').fill('Opens the rook’s file.');
	await node(page, '6g6f').click();
	await expect(page.getByTestId('tree')).toContainText('Opens the rook’s file.');
	await expect(textbox(page, 'analysis_comment')).toHaveValue('');
	await node(page, '6g6f').click({ button: 'right' });
	await page.getByRole('menuitem', { name: 'Make main line' }).click();
	await page.keyboard.press('Home');
	await page.keyboard.press('End');
	await expect(current(page)).toHaveAttribute('data-testid', 'node-8c8d');
	await node(page, '2g2f').click({ button: 'right' });
	await page.getByRole('menuitem', { name: 'Delete from here' }).click();
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(5);
	await page.keyboard.press('u');
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(6);
	await page.keyboard.press('r');
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(5);
});

test('a variation is moved up and deleted by shortcuts, which the list of shortcuts has', async ({ page }) => {
	const board = await openBoard(page, 'shogi');
	await grow(board);
	const moves = page.getByTestId('tree').getByRole('button');
	await node(page, '6g6f').click();
	await page.keyboard.press('v');
	await expect(page.getByRole('log').getByText('Variation moved up')).toBeAttached();
	await page.keyboard.press('Home');
	await page.keyboard.press('End');
	await expect(current(page)).toHaveAttribute('data-testid', 'node-8c8d');
	// Neither the main line nor the start can be moved up.
	await page.keyboard.press('v');
	await page.keyboard.press('Home');
	await page.keyboard.press('Delete');
	await expect(moves).toHaveCount(6);
	for (const [key, played] of [
		['Delete', '2g2f'],
		['Backspace', '6g6f'],
	] as const) {
		await node(page, played).click();
		await page.keyboard.press(key);
		await expect(node(page, played)).toHaveCount(0);
		await page.keyboard.press('u');
		await expect(moves).toHaveCount(6);
	}
	await node(page, '2g2f').click();
	await page.keyboard.press('3');
	await expect(node(page, '2g2f')).toContainText('!?');
	await page.keyboard.press('3');
	await expect(node(page, '2g2f')).not.toContainText('!?');
	await page.keyboard.press('o');
	await expect(page.getByTestId('openings')).toBeVisible();
	await page.keyboard.press('o');
	await expect(moves).toHaveCount(6);
	await page.keyboard.press('?');
	const line = (what: string) => page.getByRole('dialog').locator('dl div').filter({ hasText: what });
	await expect(line('Move variation up').locator('kbd')).toHaveText(['v']);
	await expect(line('Delete from here').locator('kbd')).toHaveText(['Delete', 'Backspace']);
});

test('arrows and circles are drawn with the right button and in touch mode, and saved', async ({ page }) => {
	const board = await openBoard(page, 'shogi');
	const drawn = page.locator('.sg-shapes g > g');
	const stroke = async (from: string, to: string, button: 'left' | 'right') => {
		const [start, end] = [await board.square(from), await board.square(to)];
		await page.mouse.move(start.x, start.y);
		await page.mouse.down({ button });
		await page.mouse.move(end.x, end.y, { steps: 3 });
		await expect(page.locator('.sg-shapes .current')).toBeAttached();
		await expect(page.locator(from === to ? '.sg-shapes .current ellipse' : '.sg-shapes .current line')).toBeAttached();
		await page.mouse.up({ button });
		await expect(page.locator('.sg-shapes .current')).toHaveCount(0);
	};
	await stroke('7g', '7e', 'right');
	await expect(drawn).toHaveCount(1);
	await button(page, 'analysis_draw').click();
	await page.getByTestId('brush-red').click();
	await stroke('5e', '5e', 'left');
	await expect(page.locator('.sg-shapes .alternative0 ellipse')).toHaveCount(1);
	await page.keyboard.press('Escape');
	await put(board, [['7g', '7f']]);
	await expect(drawn).toHaveCount(0);
	await page.keyboard.press('ArrowLeft');
	await expect(drawn).toHaveCount(2);
	await page.reload();
	await expect(drawn).toHaveCount(2);
});

test('arrows and circles are drawn by keyboard, from squares and from the hand, and no piece moves', async ({
	page,
}) => {
	const link = '#v=1&game=shogi&position=4k4.9.4P4.9.9.9.9.9.4K4_b_G_1';
	const board = await openBoard(page, 'shogi', `/analysis/shogi${link}`);
	const drawn = page.locator('.sg-shapes g > g');
	await page.keyboard.press('d');
	await page.keyboard.press('b');
	await page.keyboard.press('Enter');
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('Enter');
	await expect(page.locator('.sg-shapes .primary line')).toHaveCount(1);
	await page.keyboard.press('Enter');
	await page.keyboard.press('Enter');
	await expect(page.locator('.sg-shapes .primary ellipse')).toHaveCount(1);
	await page.keyboard.press('h');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('log').getByText('Gold')).toBeAttached();
	await page.keyboard.press('Enter');
	await expect(drawn).toHaveCount(3);
	await ply(board, 0);
	await page.keyboard.press('Escape');
	await page.keyboard.press('b');
	await page.keyboard.press('Enter');
	await expect(drawn).toHaveCount(3);
});

test('a pasted position and a link of the same page are shown', async ({ person }) => {
	const page = await person('guest', { permissions: ['clipboard-read', 'clipboard-write'] });
	const board = await openBoard(page, 'shogi');
	const text = '手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n';
	await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
	await page.keyboard.press('ControlOrMeta+v');
	await expect(page.getByTestId('record-text')).toHaveValue(text.trim());
	await expect(page.getByTestId('record-found')).toBeVisible();
	await page.keyboard.press('Escape');
	await page.evaluate(() => {
		location.hash = '#v=1&game=shogi&position=4k4.9.4P4.9.9.9.9.9.4K4_b_G_1';
	});
	await board.shows('4k4/9/4P4/9/9/9/9/9/4K4 b G 1');
});

test('the engine has lines, arrows and threats, and stops', async ({ page }) => {
	const board = await openBoard(page, 'shogi');
	await put(board, [['7g', '7f']]);
	await page.keyboard.press('l');
	await page.getByTestId('engine-effort').selectOption('depth');
	const count = page.getByTestId('engine-effort-count');
	await count.fill('0');
	await count.blur();
	await expect(page.getByTestId('engine-effort-limits')).toContainText('60');
	await count.fill('8');
	await count.blur();
	await expect(page.getByTestId('engine-effort-limits')).toHaveCount(0);
	await page.getByTestId('engine-lines').selectOption('3');
	await expect(page.getByTestId('line-3')).toBeVisible();
	await expect(page.getByTestId('engine')).toHaveAttribute('data-running', 'false', { timeout: 60_000 });
	await expect(page.locator('.sg-shapes .best')).toHaveCount(1);
	await expect(page.getByTestId('eval-bar').first()).toHaveAttribute('data-win', /\d+/);
	const value = await page.getByTestId('engine-value').textContent();
	await page.keyboard.press('x');
	await expect(page.locator('.sg-shapes .threat')).toHaveCount(1);
	await page.keyboard.press('x');
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('ArrowRight');
	await expect(page.getByTestId('engine-value')).toHaveText(value ?? '');
	await page.getByTestId('engine-effort').selectOption('endless');
	await expect(page.getByTestId('engine')).toHaveAttribute('data-running', 'true');
	await page.keyboard.press('l');
	await expect(page.getByTestId('engine')).toHaveAttribute('data-running', 'false');
	await expect(page.locator('.sg-shapes .best')).toHaveCount(0);
});

test('a finished game is analysed, its tree saved with it, and its graph browsed by keyboard', async ({ page }) => {
	const game = await newGame(page, 'minishogi', { opponent: 'device', clock: 'none' });
	for (const step of script('minishogi').moves.slice(0, 4)) await game.play(step, 'click');
	await resign(page);
	await region(page, 'result_title').getByTestId('analyse-result').click();
	await expect(page).toHaveURL(/\/analysis\/minishogi\/.+/);
	const board = new Board(page, 'minishogi');
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(4);
	await page.keyboard.press('End');
	await ply(board, 4);
	await engineOn(page);
	await page.keyboard.press('ArrowLeft');
	const graph = page.getByTestId('graph-plot');
	await expect(graph).toBeVisible();
	// Hovering shows the value and keeps the board.
	await graph.scrollIntoViewIfNeeded();
	const { x, y, width } = (await graph.boundingBox()) ?? { x: 0, y: 0, width: 0 };
	await page.mouse.move(x + width - 30, y + 40);
	await expect(page.getByTestId('graph-pointed')).toHaveText(/^4\. .*%/);
	await ply(board, 3);
	await page.mouse.move(x + width / 2, y - 60);
	await expect(page.getByTestId('graph-pointed')).toHaveText(/^3\. /);
	await graph.focus();
	await page.keyboard.press('Home');
	await ply(board, 0);
	await page.keyboard.press('ArrowRight');
	await ply(board, 1);
	await page.getByTestId('graph-table').click();
	await expect(page.getByRole('table').getByRole('row')).toHaveCount(5);
	await page.keyboard.press('End');
	await page.getByTestId('comment').fill('kept');
	await page.getByTestId('browse-first').click();
	await expect(page.getByTestId('tree')).toContainText('kept');
	await page.reload();
	await expect(page.getByTestId('tree')).toContainText('kept');
});

test('a position is set up, checked by the rules, and analysed', async ({ page }) => {
	for (const game of VARIANT_IDS) {
		const board = await openBoard(page, game);
		await button(page, 'play_menu').click();
		await page.getByTestId('edit-position').click();
		const sheet = dialog(page, 'editor_open');
		await sheet.getByTestId('editor-clear').click();
		await expect(sheet.getByTestId('editor-use')).toBeDisabled();
		await sheet.getByTestId('editor-kind-K').click();
		await sheet.getByTestId('editor-3e').click();
		await sheet.getByTestId('editor-color').click();
		await sheet.getByTestId('editor-3a').click();
		await expect(sheet.getByTestId('editor-use')).toBeEnabled();
		expect(await violations(page)).toEqual([]);
		const text = await sheet.getByTestId('editor-text').inputValue();
		await sheet.getByTestId('editor-use').click();
		await board.shows(text);
	}
});

test('a record is pasted, changed and saved', async ({ page }) => {
	await openBoard(page, 'shogi');
	await button(page, 'play_menu').click();
	await page.getByTestId('open-record').click();
	const sheet = page.getByRole('dialog');
	await sheet
		.getByRole('textbox')
		.fill('手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n\n変化：3手\n3 ６六歩(67)\n');
	await sheet
		.getByRole('button', { name: /open|Open/ })
		.last()
		.click();
	await expect(page).toHaveURL(/\/analysis\/shogi\/.+/);
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(4);
});

test('without a network the board and its engine work', async ({ person, complaints }) => {
	const page = await person('offline', { serviceWorkers: 'allow' });
	await openBoard(page, 'torishogi');
	await serviceWorkerActive(page);
	complaints.offline = true;
	await page.context().setOffline(true);
	await page.reload();
	const board = new Board(page, 'torishogi');
	await expect(board.root).toHaveAttribute('data-mover', 'first');
	await engineOn(page);
});

test('shortcuts are listed, and home links to the boards', async ({ page }) => {
	await page.goto('/');
	await page.getByTestId('analysis-link-home').click();
	await expect(page.getByTestId('analysis-boards')).toBeVisible();
	expect(await violations(page)).toEqual([]);
	await page.getByTestId('analysis-shogun').click();
	await expect(page.getByTestId('board')).toBeVisible();
	await page.keyboard.press('?');
	await expect(dialog(page, 'keys_title')).toContainText('On the analysis board');
	await expect(checkbox(page, 'keys_single')).toBeVisible();
});
