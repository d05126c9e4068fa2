/** My games: listing, search, names, removal and undo, import and export, offline. */
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { text } from '../lib/messages.ts';
import { button, combobox, link, resign, textbox } from '../lib/named.ts';
import { newFriendGame, newGame } from '../lib/newGame.ts';
import { picture } from '../lib/pictures.ts';
import { script, type VariantId } from '../lib/scripts.ts';
import { storeGames } from '../lib/storedGames.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

const rows = (page: Page) => page.getByTestId('my-games').getByRole('listitem');
const count = (page: Page) => page.getByTestId('games-count');

async function openGames(page: Page): Promise<void> {
	await page.goto('/games');
	await expect(page.getByTestId('my-games')).toHaveAttribute('data-ready', 'true');
}

async function playAndResign(page: Page, game: VariantId): Promise<string> {
	const board = await newGame(page, game, { opponent: 'device', clock: 'none' });
	for (const step of script(game).moves.slice(0, 2)) await board.play(step, 'click');
	await resign(page);
	await expect(board.result).toBeVisible();
	return board.position();
}

test('online games are counted for both players, by variant', async ({ page, person }) => {
	const friend = await person('friend');
	const results = (one: Page) => one.getByTestId('online-results');
	await openGames(page);
	await expect(results(page), 'nothing has ended').toHaveCount(0);
	await newFriendGame(page, friend, 'minishogi', { side: 'first', clock: 'none' });
	const [first, second] = script('minishogi').moves;
	if (!first || !second) throw new Error('the script has no moves');
	await new Board(page, 'minishogi').play(first, 'click');
	const theirs = new Board(friend, 'minishogi');
	await theirs.shows(first.position);
	await theirs.play(second, 'click');
	await resign(friend);
	for (const one of [page, friend]) await expect(new Board(one, 'minishogi').result).toBeVisible();
	for (const [one, line] of [
		[page, '1 won, 0 lost, 0 drawn'],
		[friend, '0 won, 1 lost, 0 drawn'],
	] as const) {
		await openGames(one);
		await expect(results(one)).toContainText(text('game_minishogi'));
		await expect(results(one)).toContainText(line);
		expect(await violations(one)).toEqual([]);
	}
});

test('a game is listed once it is over, found by its position, renamed, removed and restored', async ({ page }) => {
	await playAndResign(page, 'shogi');
	const position = await playAndResign(page, 'minishogi');
	await page.goto('/');
	await link(page, 'games_title').first().click();
	await expect(rows(page)).toHaveCount(2);
	await expect(rows(page).first()).toContainText(text('game_minishogi'));
	expect(await violations(page)).toEqual([]);

	await test.step('filters', async () => {
		// Filters are hidden for two games.
		await expect(combobox(page, 'games_game')).toBeHidden();
		await page.getByTestId('filters').click();
		await combobox(page, 'games_game').selectOption('shogi');
		await expect(rows(page)).toHaveCount(1);
		await combobox(page, 'games_result').selectOption('open');
		await expect(page.getByText(text('games_none_match'))).toBeVisible();
		await button(page, 'games_clear').click();
		await expect(rows(page)).toHaveCount(2);
	});
	await test.step('by position', async () => {
		await textbox(page, 'games_position').fill('nonsense');
		await expect(textbox(page, 'games_position')).toHaveAttribute('aria-invalid', 'true');
		await textbox(page, 'games_position').fill(position);
		await expect(rows(page)).toHaveCount(1);
		await expect(rows(page)).toContainText(text('game_minishogi'));
		await page.goto(
			`/games?${new URLSearchParams({ game: 'shogi', position: script('shogi').moves[0]?.position ?? '' })}`,
		);
		await expect(rows(page)).toHaveCount(1);
		await expect(rows(page)).toContainText(text('game_shogi'));
		await button(page, 'games_clear').click();
	});
	await test.step('a name', async () => {
		await button(rows(page).first(), 'games_more').click();
		await textbox(page, 'games_name').fill('Club night');
		await button(page, 'games_rename').click();
		await expect(rows(page).first()).toContainText('Club night');
		await textbox(page, 'games_text').fill('club');
		await expect(rows(page)).toHaveCount(1);
		await button(page, 'games_clear').click();
	});
	await test.step('removed everywhere, and back', async () => {
		await button(rows(page).first(), 'games_more').click();
		await button(page.getByRole('dialog'), 'games_delete').click();
		await button(page.getByTestId('confirm'), 'games_delete').click();
		await expect(rows(page)).toHaveCount(1);
		await button(page, 'games_undo').click();
		await expect(rows(page).first()).toContainText('Club night');
		await page.reload();
		await expect(rows(page)).toHaveCount(2);
	});
});

test('games of older versions are migrated, and an unfinished one can be resumed', async ({ page }) => {
	await page.goto('/learn');
	// Record of an older version in local storage.
	await page.evaluate(() => {
		const record = { version: 1, id: 'before', game: 'shogi', start: '', rules: {}, clock: { kind: 'none' } };
		const opponent = { kind: 'computer', level: '1', you: 'first' };
		const played = { opponent, moves: ['7g7f', '3c3d'], clocksBefore: [], outcome: null, createdAt: 1, updatedAt: 1 };
		localStorage.setItem('komadai.game.before', JSON.stringify({ ...record, ...played }));
	});
	await openGames(page);
	await expect(rows(page)).toHaveCount(1);
	await expect(rows(page)).toContainText(text('games_open'));
	await rows(page).getByRole('link').click();
	await expect(new Board(page, 'shogi').root).toHaveAttribute('data-ply', '2');
});

test('a game opened from a link is saved on request', async ({ page }) => {
	await page.goto('/view#v=1&game=shogi&first=Aya&second=Ben&end=resignation.first');
	await page.getByTestId('keep').click();
	await expect(page.getByTestId('keep')).toHaveAttribute('data-kept', 'true');
	await openGames(page);
	await expect(rows(page)).toHaveCount(1);
	await expect(rows(page)).toContainText('Aya – Ben');
});

test('all games are exported to one file and imported from it; a bad file is reported', async ({ page }) => {
	await openGames(page);
	for (const game of ['shogi', 'shogun'] as const) await storeGames(page, game, 3);
	await page.reload();
	await expect(rows(page)).toHaveCount(6);
	const before = await rows(page).allTextContents();
	for (const format of ['jkf', 'pgn']) {
		await page.getByTestId('export-all').click();
		await combobox(page, 'games_export_format').selectOption(format);
		const download = page.waitForEvent('download');
		await page.getByTestId('export-save').click();
		const path = await (await download).path();
		await button(page, 'games_select').click();
		await button(page, 'games_select_all').click();
		await button(page, 'games_delete').click();
		await button(page.getByTestId('confirm'), 'games_delete').click();
		await expect(page.getByText(text('games_none'))).toBeVisible();
		await page.getByTestId('import-files').setInputFiles(path);
		await expect(rows(page)).toHaveCount(6);
		expect(await rows(page).allTextContents()).toEqual(before);
		// A second import adds nothing.
		await page.getByTestId('import-files').setInputFiles(path);
		await expect(page.getByTestId('imported')).toBeVisible();
		await expect(rows(page)).toHaveCount(6);
	}
	await page.getByTestId('export-all').click();
	await combobox(page, 'games_export_format').selectOption('kif');
	await expect(page.getByTestId('export-games')).toContainText('3 games can’t be written');
	await page.keyboard.press('Escape');
	const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('milk, eggs') };
	await page.getByTestId('import-files').setInputFiles(file);
	await expect(page.getByTestId('imported')).toContainText('notes.txt');
});

test('of thousands of games only those near the window are rendered', async ({ page }) => {
	await openGames(page);
	await storeGames(page, 'torishogi', 2_000);
	await page.reload();
	await expect(count(page)).toContainText('2000');
	expect(await rows(page).count()).toBeLessThan(40);
	await expect(rows(page).first()).toHaveAttribute('aria-setsize', '2000');
	await expect(rows(page).first()).toHaveAttribute('aria-posinset', '1');
	await page.keyboard.press('End');
	await expect(page.locator('[aria-posinset="2000"]')).toBeVisible();
	expect(await rows(page).count()).toBeLessThan(40);
	await page.locator('[aria-posinset="1990"]').getByRole('link').focus();
	for (let i = 0; i < 10; i++) await page.keyboard.press('Tab');
	await expect(page.locator('[aria-posinset="1995"]').getByRole('link')).toBeFocused();
	await button(page, 'games_select').click();
	await button(page, 'games_select_all').click();
	await button(page, 'games_delete').click();
	await button(page.getByTestId('confirm'), 'games_delete').click();
	await expect(page.getByText(text('games_none'))).toBeVisible();
	await button(page, 'games_undo').click();
	await expect(count(page)).toContainText('2000');
});

test('openings of own games are shown beside the analysis board, and played from there', async ({ page }) => {
	await openGames(page);
	await storeGames(page, 'shogi', 12);
	await page.goto('/analysis/shogi');
	await page.getByTestId('openings-tab').click();
	const openings = page.getByTestId('openings');
	await expect(openings).toHaveAttribute('data-games', '12');
	const [first, second] = script('shogi').moves;
	await openings.locator(`[data-move="${first?.move}"]`).click();
	await expect(openings.locator(`[data-move="${second?.move}"]`)).toBeVisible();
	expect(await violations(page)).toEqual([]);
	// Beside the board.
	await expect(openings).toBeInViewport({ ratio: 1 });
	await expect(page.getByTestId('board')).toBeInViewport({ ratio: 1 });
	await picture(page, 'openings');
	await openings.getByRole('link').click();
	await expect(count(page)).toHaveText('12 games');
	await expect(rows(page).first().getByRole('link')).toHaveAttribute('href', /^\/analysis\/shogi\/shogi-\d+$/);
});

test('it works without a network, and without storage', async ({ person, complaints }) => {
	const page = await person('visitor', { serviceWorkers: 'allow' });
	await page.goto('/');
	await expect(page.getByTestId('offline-state')).toHaveAttribute('data-state', 'ready', { timeout: 60_000 });
	complaints.offline = true;
	await page.context().setOffline(true);
	await playAndResign(page, 'shogun');
	await openGames(page);
	await expect(rows(page)).toHaveCount(1);

	const nobody = await person('private window');
	await nobody.addInitScript(() => {
		IDBFactory.prototype.open = () => {
			throw new DOMException('not here', 'SecurityError');
		};
	});
	await nobody.goto('/games');
	await expect(nobody.getByTestId('games-problem')).toHaveText(text('games_problem_unavailable'));
});
