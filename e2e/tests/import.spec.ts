/** Import of files, dropped files, and a round trip of a record through a file. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { dropFile } from '../lib/drop.ts';
import { button, textbox } from '../lib/named.ts';
import { choose } from '../lib/newGame.ts';
import { DESKTOP, PHONE, picture } from '../lib/pictures.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

/** KIF in Shift-JIS with variations, comments, times and CR LF. */
const KIF = readFileSync(new URL('../records/variations.kif', import.meta.url));

function manyGames(count: number): Buffer {
	const games = Array.from({ length: count }, (_, i) => `[Variant "Minishogi"]\n[White "Player ${i}"]\n\n1. P-53 *\n`);
	return Buffer.from(games.join('\n'));
}

const rows = (page: Page) => page.getByTestId('my-games').getByRole('listitem');
const total = (page: Page) => page.getByTestId('games-count');

async function openBoard(page: Page): Promise<Board> {
	await page.goto('/analysis/shogi');
	const board = new Board(page, 'shogi');
	await expect(board.root).toHaveAttribute('data-mover', 'first');
	return board;
}

async function openGames(page: Page): Promise<void> {
	await page.goto('/games');
	await expect(page.getByTestId('my-games')).toHaveAttribute('data-ready', 'true');
}

async function openRecord(page: Page, name: string, buffer: Buffer): Promise<void> {
	await button(page, 'play_menu').click();
	await page.getByTestId('open-record').click();
	await page.getByTestId('record-files').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
}

async function watchProgress(page: Page): Promise<() => Promise<number[]>> {
	await page.evaluate(() => {
		const seen: number[] = [];
		Object.assign(window, { seen });
		new MutationObserver(() => {
			const said = document.querySelector('[data-testid="importing"]')?.textContent;
			const percent = said ? Number(/\d+/.exec(said)?.[0]) : seen.at(-1);
			if (percent !== undefined && percent !== seen.at(-1)) seen.push(percent);
		}).observe(document.body, { childList: true, subtree: true, characterData: true });
	});
	return () => page.evaluate(() => (window as unknown as { seen: number[] }).seen);
}

test('all games of a file are imported from the analysis board, with progress', async ({ page }) => {
	await openBoard(page);
	await openRecord(page, 'club.pgn', manyGames(1_200));
	await expect(page.getByTestId('record-choice').first()).toContainText('Player 0');
	expect(await violations(page)).toEqual([]);
	const seen = await watchProgress(page);
	await page.getByTestId('import-all').click();
	await expect(page).toHaveURL(/\/games$/);
	await expect(page.getByTestId('imported')).toContainText('1200');
	await expect(total(page)).toContainText('1200');
	const progress = await seen();
	expect(progress.length, `${progress}`).toBeGreaterThan(3);
	expect(progress, 'it only grows').toEqual([...progress].sort((a, b) => a - b));
	await rows(page).first().getByRole('link').click();
	await expect(page).toHaveURL(/\/analysis\/minishogi\/.+/);
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(1);
	// Each game is stored once.
	await openGames(page);
	await expect(total(page)).toContainText('1200');
	await expect(page.getByTestId('imported')).toHaveCount(0);
});

test('a cancelled import keeps the games stored so far and reports their number', async ({ page }) => {
	await openGames(page);
	const games = 6_000;
	const file = { name: 'many.pgn', mimeType: 'text/plain', buffer: manyGames(games) };
	await page.getByTestId('import-files').setInputFiles(file);
	await expect(page.getByTestId('importing')).toHaveText(/\b(5[2-9]|[6-9]\d)%/);
	await button(page, 'games_import_stop').click();
	const said = page.getByTestId('imported');
	await expect(said).toBeVisible();
	const kept = Number(/\d+/.exec((await said.textContent()) ?? '')?.[0]);
	expect(kept).toBeGreaterThan(0);
	expect(kept).toBeLessThan(games);
	await expect(total(page)).toHaveText(`${kept} games`);
	await page.reload();
	await expect(total(page)).toHaveText(`${kept} games`);
});

test('reading a file can be cancelled before it shows anything', async ({ page }) => {
	await openBoard(page);
	await openRecord(page, 'many.pgn', manyGames(60_000));
	await page.getByTestId('stop-reading').click();
	await expect(page.getByTestId('record-reading')).toHaveCount(0);
	await page.getByTestId('record-files').setInputFiles({ name: 'a.kif', mimeType: 'text/plain', buffer: KIF });
	await expect(page.getByTestId('record-found')).toContainText('山田');
	await expect(page.getByTestId('record-choice')).toHaveCount(0);
});

test('a file dropped on a page is opened, and on My games imported', async ({ page }) => {
	await openBoard(page);
	expect(await dropFile(page, 'a.kif', KIF)).toBe(true);
	await expect(page.getByTestId('record-found')).toContainText('山田　太郎');
	expect(await dropFile(page, 'two.pgn', manyGames(2))).toBe(true);
	await expect(page.getByTestId('record-choice')).toHaveCount(2);
	expect(await dropFile(page, 'a.kif', KIF)).toBe(true);
	await page.getByTestId('open-found').click();
	await expect(page).toHaveURL(/\/analysis\/shogi\/.+/);
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(6);

	await openGames(page);
	await expect(total(page)).toHaveText('1 game');
	expect(await dropFile(page, 'two.pgn', manyGames(2))).toBe(true);
	await expect(page.getByTestId('imported')).toContainText('2 games');
	await expect(total(page)).toHaveText('3 games');
});

/** Text of the tree: moves, numbers, comments. */
const treeText = (page: Page) => page.getByTestId('tree').innerText();

async function saveAs(page: Page, format: string, encoding?: string): Promise<Buffer> {
	await button(page, 'play_menu').click();
	await page.getByTestId('save-record-as').click();
	await choose(page, `record-format-${format}`);
	if (encoding) await choose(page, `record-encoding-${encoding}`);
	await expect(page.getByTestId('record-content')).toHaveAttribute('data-format', format);
	const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('download-record').click()]);
	return readFileSync(await file.path());
}

for (const [name, viewport, locale] of [
	['on a desktop', DESKTOP, 'en'],
	['on a phone in Japanese', PHONE, 'ja'],
] as const)
	test(`without a network a KIF in Shift-JIS is opened, gets a variation, is saved and comes back, ${name}`, async ({
		person,
		complaints,
	}) => {
		const page = await person(name, { viewport, locale, serviceWorkers: 'allow' });
		await page.goto('/');
		await expect(page.getByTestId('offline-state')).toHaveAttribute('data-state', 'ready', { timeout: 60_000 });
		complaints.offline = true;
		await page.context().setOffline(true);
		const board = await openBoard(page);
		await openRecord(page, 'a.kif', KIF);
		await expect(page.getByTestId('record-found')).toContainText('山田');
		expect(await violations(page)).toEqual([]);
		await page.getByTestId('open-found').click();
		await expect(page).toHaveURL(/\/analysis\/shogi\/.+/);
		const first = page.url();
		const tree = page.getByTestId('tree');
		await expect(tree.getByRole('button')).toHaveCount(6);
		await expect(tree).toContainText('開始前のコメント');

		for (let at = 1; at <= 4; at++) {
			await page.getByTestId('browse-forward').click();
			await expect(board.root).toHaveAttribute('data-ply', String(at));
		}
		await expect(page.getByTestId('browse-forward')).toBeDisabled();
		await tree.getByTestId('node-8c8d').click();
		await expect(board.root).toHaveAttribute('data-ply', '2');
		await tree.getByTestId('node-3c3d').click();

		await board.root.scrollIntoViewIfNeeded();
		await board.put({ from: '6g', to: '6f' }, 'click');
		await expect(tree.getByTestId('node-6g6f')).toHaveAttribute('aria-current', 'step');
		await expect(tree.getByRole('button')).toHaveCount(7);
		await textbox(page, 'analysis_comment').fill('角道を止める');
		await page.getByTestId('browse-back').click();
		await expect(tree).toContainText('角道を止める');
		expect(await violations(page)).toEqual([]);
		await picture(page, `record-${locale}`);

		const made = await treeText(page);
		const bytes = await saveAs(page, 'kif', 'shift-jis');
		expect(new TextDecoder('shift-jis').decode(bytes)).toContain('*角道を止める\r\n');
		expect(await violations(page)).toEqual([]);
		await choose(page, 'record-format-text');
		await choose(page, 'record-notation-japanese-digits');
		const content = page.getByTestId('record-content');
		await expect(content).toHaveValue(/^▲76歩 △34歩 \(△84歩 ▲26歩\) ▲22角成 \(▲66歩\) △同銀\n/);
		expect(await violations(page)).toEqual([]);
		await picture(page, `moves-as-text-${locale}`);
		await page.getByTestId('close-save-record').click();

		await openRecord(page, 'b.kif', bytes);
		await expect(page.getByTestId('record-problem')).toHaveCount(0);
		await page.getByTestId('open-found').click();
		await expect(page).not.toHaveURL(first);
		await expect(tree.getByRole('button')).toHaveCount(7);
		expect(await treeText(page)).toBe(made);
		const again = await saveAs(page, 'kif', 'shift-jis');
		expect(again.equals(bytes), 'the same file').toBe(true);
		await page.getByTestId('close-save-record').click();
		await openGames(page);
		await expect(rows(page)).toHaveCount(2);
		await expect(rows(page).first()).toContainText('山田');
		await page.context().setOffline(false);
	});

test('moves as text use the player’s notation, and are copied and saved as shown', async ({ person }) => {
	const page = await person('reader', { permissions: ['clipboard-read', 'clipboard-write'] });
	const board = await openBoard(page);
	await board.put({ from: '7g', to: '7f' }, 'click');
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(1);
	await board.put({ from: '3c', to: '3d' }, 'click');
	await expect(page.getByTestId('tree').getByRole('button')).toHaveCount(2);
	const saved = await saveAs(page, 'text');
	expect(saved.toString('utf8')).toBe('1. P-76 2. P-34\n');
	// Each notation is offered once; the usual one has its own name.
	const offered = await page
		.locator('input[name="record-notation"]')
		.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
	expect(offered).toEqual([
		'japanese',
		'japanese-digits',
		'kif',
		'western',
		'western-letters',
		'hosking',
		'kawasaki',
		'usi',
	]);
	await expect(page.getByTestId('record-notation-western')).toBeChecked();
	for (const [notation, expected] of [
		['hosking', '1. P76 2. P34\n'],
		['kawasaki', '1. 歩-76 2. 歩-34\n'],
		['usi', '1. 7g7f 2. 3c3d\n'],
		['japanese', '▲７六歩 △３四歩\n'],
	] as const) {
		await choose(page, `record-notation-${notation}`);
		await expect(page.getByTestId('record-content')).toHaveValue(expected);
		await page.getByTestId('copy-record').click();
		await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(expected);
	}
	await page.getByTestId('close-save-record').click();
	await button(page, 'nav_settings').click();
	await choose(page, 'notation-western-letters');
	await page.getByTestId('close-settings').click();
	expect((await saveAs(page, 'text')).toString('utf8')).toBe('1. P-7f 2. P-3d\n');
});
