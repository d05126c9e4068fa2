/** Records: saving, opening, encodings, error messages. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { button, dialog, resign, textbox } from '../lib/named.ts';
import { choose, newGame, openForm, unfold } from '../lib/newGame.ts';
import { script, type VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

/** KIF in Shift-JIS with variations, comments, times and CR LF. */
const KIF = readFileSync(new URL('../records/variations.kif', import.meta.url));
const AFTER_KIF = 'lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5';

async function openRecord(page: Page, game: VariantId): Promise<void> {
	await openForm(page, game);
	await unfold(page, 'position');
	await page.getByTestId('position-record').click();
	await expect(dialog(page, 'records_open')).toBeVisible();
}

async function finished(page: Page, game: VariantId, count: number): Promise<void> {
	const board = await newGame(page, game, { opponent: 'device', clock: 'none' });
	for (const step of script(game).moves.slice(0, count)) await board.play(step, 'click');
	await resign(page);
	await expect(board.result).toHaveAttribute('data-reason', 'resignation');
}

async function openSave(page: Page): Promise<void> {
	await page.getByTestId('share-result').click();
	await page.getByTestId('save-as-file').click();
	await expect(dialog(page, 'records_save')).toBeVisible();
}

async function shownAs(page: Page, format: string): Promise<string> {
	await choose(page, `record-format-${format}`);
	const content = page.getByTestId('record-content');
	await expect(content).toHaveAttribute('data-format', format);
	return content.inputValue();
}

async function download(page: Page): Promise<{ name: string; bytes: Buffer }> {
	const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('download-record').click()]);
	return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('a finished game is saved in every format, and opened again', async ({ page }) => {
	await finished(page, 'shogi', 4);
	const position = script('shogi').moves[3]?.position ?? '';
	await openSave(page);
	const expected: Record<string, [RegExp, string]> = {
		kif: [/^手合割：平手\n|\n手合割：平手\n/, 'kifu'],
		ki2: [/▲.+△/, 'ki2u'],
		csa: [/\n\+\d{4}[A-Z]{2}\n/, 'csa'],
		pgn: [/\[Variant "Shogi"\]/, 'pgn'],
		usi: [/^position startpos moves /, 'usi'],
		jkf: [/^\{"header":/, 'json'],
	};
	for (const [format, [pattern, extension]] of Object.entries(expected)) {
		const content = await shownAs(page, format);
		expect(content).toMatch(pattern);
		const { name, bytes } = await download(page);
		expect(name).toMatch(new RegExp(`^shogi-\\d{4}-\\d\\d-\\d\\d\\.${extension}$`));
		expect(bytes.toString('utf8')).toBe(content);
	}
	await choose(page, 'record-format-kif');
	await choose(page, 'record-encoding-shift-jis');
	await expect(page.getByTestId('record-content')).toHaveAttribute('data-format', 'kif');
	const { name, bytes } = await download(page);
	expect(name).toMatch(/\.kif$/);
	expect(bytes.toString('utf8')).toContain('\ufffd');
	await page.getByTestId('close-save-record').click();

	await openRecord(page, 'shogi');
	await page.getByTestId('record-files').setInputFiles({ name, mimeType: 'text/plain', buffer: bytes });
	await page.getByTestId('open-found').click();
	await expect(page.getByTestId('position')).toHaveValue(position);
});

test('records are opened without a network', async ({ person, complaints }) => {
	const page = await person('visitor', { serviceWorkers: 'allow' });
	await page.goto('/');
	await expect(page.getByTestId('offline-state')).toHaveAttribute('data-state', 'ready', { timeout: 60_000 });
	complaints.offline = true;
	await page.context().setOffline(true);
	await openRecord(page, 'shogi');
	await page.getByTestId('record-files').setInputFiles({ name: 'a.kif', mimeType: 'text/plain', buffer: KIF });
	await expect(page.getByTestId('record-found')).toContainText('山田');
	await page.context().setOffline(false);
});

test('a KIF in Shift-JIS with variations is opened, and a game starts where it ends', async ({ page }) => {
	await openRecord(page, 'shogi');
	await page
		.getByTestId('record-files')
		.setInputFiles({ name: 'a.kif', mimeType: 'application/octet-stream', buffer: KIF });
	const found = page.getByTestId('record-found');
	await expect(found).toContainText('山田　太郎 – 佐藤　花子');
	await expect(found).toContainText('2026/11/23');
	await expect(page.getByTestId('record-problem')).toHaveCount(0);
	await button(page, 'records_open_game').click();
	await expect(textbox(page, 'new_position_label')).toHaveValue(AFTER_KIF);
	await choose(page, 'opponent-device');
	await button(page, 'new_start').click();
	await expect(page.getByTestId('board')).toHaveAttribute('data-position', AFTER_KIF);
});
