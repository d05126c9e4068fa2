/** Mate problems without an attacking king, on the analysis board. */
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { dropText } from '../lib/drop.ts';
import { button, dialog } from '../lib/named.ts';
import { PHONE } from '../lib/pictures.ts';
import type { VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test.use({ reducedMotion: 'reduce' });

const TSUME = '8k/9/8P/9/9/9/9/9/9 b G 1';

async function openBoard(page: Page, game: VariantId, path = `/analysis/${game}`): Promise<Board> {
	await page.goto(path);
	const board = new Board(page, game);
	await expect(board.root).toHaveAttribute('data-mover', /first|second/);
	return board;
}

/** The engine has no evaluation; the mate search finds the mate. */
async function isSolved(page: Page): Promise<void> {
	await expect(page.getByTestId('engine-none')).toBeVisible();
	await expect(page.getByTestId('engine-switch')).toBeDisabled();
	await page.keyboard.press('l');
	await expect(page.getByTestId('engine')).toHaveAttribute('data-running', 'false');
	await page.getByTestId('mate-switch').click();
	await expect(page.getByTestId('mate-result')).toHaveText(/1/);
	await expect(page.getByTestId('mate-1')).toHaveAttribute('data-move', 'G*1b');
}

test('a mate problem is pasted, opened, survives a reload and is solved', async ({ page }) => {
	const board = await openBoard(page, 'shogi');
	await button(page, 'play_menu').click();
	await page.getByTestId('open-record').click();
	await page.getByTestId('record-text').fill(TSUME);
	await page.getByTestId('open-found').click();
	await board.shows(TSUME);
	await isSolved(page);
	expect(await violations(page)).toEqual([]);
	await page.getByTestId('mate-insert').click();
	await expect(board.root).toHaveAttribute('data-ply', '1');
	await page.reload();
	await expect(board.root).toHaveAttribute('data-ply', '1');
	await page.keyboard.press('ArrowLeft');
	await board.shows(TSUME);
	await page.setViewportSize(PHONE);
	await expect(page.getByTestId('engine-none')).toBeVisible();
	expect(await violations(page)).toEqual([]);
});

test('a problem with moves, dropped on another variant’s board, is saved in My games and opens from there', async ({
	page,
}) => {
	await openBoard(page, 'minishogi');
	expect(await dropText(page, `position sfen ${TSUME} moves G*1b`)).toBe(true);
	await page.getByTestId('open-found').click();
	await expect(page).toHaveURL(/\/analysis\/shogi\/.+/);
	await expect(page.getByTestId('node-G*1b')).toBeVisible();
	await page.goto('/games');
	await page.getByTestId('my-games').getByRole('listitem').getByRole('link').first().click();
	const board = new Board(page, 'shogi');
	await board.shows(TSUME);
	await expect(page.getByTestId('node-G*1b')).toBeVisible();
	await isSolved(page);
	await button(page, 'play_menu').click();
	await page.getByTestId('games-with').click();
	await expect(page.getByTestId('games-count')).toHaveText(/1/);
	await expect(page.getByTestId('my-games').getByRole('listitem')).toHaveCount(1);
});

test('a problem is set up, shared as a link and opened from it', async ({ page }) => {
	const board = await openBoard(page, 'shogi');
	await button(page, 'play_menu').click();
	await page.getByTestId('edit-position').click();
	const sheet = dialog(page, 'editor_open');
	await sheet.getByTestId('editor-text').fill('9/9/9/9/9/9/9/9/9 b G 1');
	await expect(sheet.getByTestId('editor-use')).toBeDisabled();
	await sheet.getByTestId('editor-text').fill(TSUME);
	await expect(sheet.getByTestId('editor-says')).toContainText('Mate problem');
	await sheet.getByTestId('editor-use').click();
	await board.shows(TSUME);
	await button(page, 'play_menu').click();
	await page.getByTestId('open-share').click();
	await expect(page.getByTestId('share-link')).toHaveValue(/\/analysis\/shogi#/);
	const link = await page.getByTestId('share-link').inputValue();
	await page.keyboard.press('Escape');
	await page.goto('/');
	await page.goto(link.slice(link.indexOf('/analysis')));
	await board.shows(TSUME);
	await isSolved(page);
});
