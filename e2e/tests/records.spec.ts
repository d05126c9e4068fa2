/** Records: saving, opening, encodings, error messages. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { LOCALES, text } from '../lib/messages.ts';
import { button, dialog, resign, textbox } from '../lib/named.ts';
import { choose, newGame, openForm, unfold } from '../lib/newGame.ts';
import { script, type VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

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

test('variants have the formats that support them', async ({ page }) => {
	await finished(page, 'shogun', 2);
	await openSave(page);
	const formats = await page
		.locator('input[name="record-format"]')
		.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
	expect(formats).toEqual(['pgn', 'usi', 'jkf', 'text']);
	expect(await shownAs(page, 'pgn')).toMatch(/\[Variant "Shogun"\][\s\S]*1\. /);
	for (const [width, height] of [
		[360, 640],
		[844, 390],
	] as const) {
		await page.setViewportSize({ width, height });
		expect.soft(await violations(page), `${width}`).toEqual([]);
		const sheet = page.getByTestId('save-record');
		expect
			.soft(await sheet.evaluate((one) => one.scrollWidth > one.clientWidth), `${width}: nothing is cut off`)
			.toBe(false);
		await page.screenshot({ path: `artefacts/records/save-${width}.png` });
	}
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

test('an error in a record has its place and a correction', async ({ page }) => {
	await openRecord(page, 'shogi');
	const field = textbox(page, 'records_text');
	await field.fill('手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(33)\n   3 ２六歩(27)\n');
	const problem = page.getByTestId('record-problem');
	await expect(problem).toHaveCount(1);
	await expect(problem).toContainText(text('records_place').replace('{line}', '3').replace('{column}', '6'));
	await expect(problem).toContainText('３五歩(33)');
	await expect(problem).toContainText(text('records_problem_illegal_move'));
	await expect(problem).toContainText('３四歩');
	await field.fill('nothing of the kind');
	await expect(page.getByTestId('record-none')).toHaveText(text('records_none'));
	// The valid moves are kept.
	await field.fill('1. P-76 P-34 2. Bx33+ nonsense *');
	await expect(page.getByTestId('record-found')).toContainText('3');
	await page.getByTestId('open-found').click();
	await expect(page.getByTestId('position-error')).toContainText('nonsense');
});

test('one of many games is chosen, and links and positions are recognised', async ({ page }) => {
	await openRecord(page, 'shogi');
	const field = textbox(page, 'records_text');
	await field.fill('V2.2\nN+Aki\nPI\n+\n+7776FU\n/\nN+Botan\nPI\n+\n+2726FU\n-8384FU\n');
	const choice = page.getByTestId('record-choice');
	await expect(choice).toHaveCount(2);
	await expect(choice.nth(1)).toContainText('Botan');
	await choice.nth(1).click();
	await expect(page.getByTestId('position')).toHaveValue(/^lnsgkgsnl\/1r5b1\/p1ppppppp\/1p7\/9\/7P1\/PPPPPPP1P/);
	await page.getByTestId('position-record').click();
	await field.fill('4k4/9/9/9/9/9/9/9/4K4 b 2G 1');
	await expect(page.getByTestId('record-found')).toContainText(text('records_position'));
	await field.fill(`${new URL('/view#v=1&game=minishogi&count=1&moves=', page.url())}`);
	await expect(page.getByTestId('record-failed')).toBeVisible();
});

test('the form identifies a pasted record, and starts from its end', async ({ page }) => {
	await openForm(page, 'shogi');
	await unfold(page, 'position');
	const field = page.getByTestId('position');
	await field.fill('手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n');
	await expect(page.getByTestId('position-hint')).toHaveText(text('records_from_end'));
	await field.fill('手合割：平手\n   1 ７五歩(77)\n');
	await expect(page.getByTestId('position-error')).toContainText('７五歩(77)');
	await field.fill('[Variant "Minishogi"]\n\n1. P-53 *');
	await expect(page.getByTestId('position-error')).toContainText('Minishogi');
});

test('moves are written in the chosen notation', async ({ page }) => {
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	for (const step of script('shogi').moves.slice(0, 2)) await board.play(step, 'click');
	const list = page.getByTestId('moves');
	const texts: Record<string, RegExp> = {
		japanese: /▲[１-９][一二三四五六七八九]歩/,
		'japanese-digits': /▲\d\d歩/,
		kif: /▲[１-９][一二三四五六七八九]歩\(\d\d\)/,
		western: /P-\d\d/,
		'western-letters': /P-\d[a-i]/,
		hosking: /P\d\d/,
		kawasaki: /歩-\d\d/,
		usi: /\d[a-i]\d[a-i]/,
	};
	for (const [notation, pattern] of Object.entries(texts)) {
		await button(page, 'nav_settings').click();
		await choose(page, `notation-${notation}`);
		await page.getByTestId('close-settings').click();
		await expect(list).toHaveText(pattern);
	}
	await page.reload();
	await expect(list).toHaveText(texts.usi as RegExp);
});

test('moves are announced in the chosen notation', async ({ page }) => {
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	const said = page.getByTestId('said').locator('p').last();
	const [first, second, third] = script('shogi').moves;
	if (!first || !second || !third) throw new Error('the game is too short');
	await board.play(first, 'click');
	await expect(said).toHaveText(/^Sente: Pawn from \d \d to \d \d$/);
	const hear = async (notation: string) => {
		await button(page, 'nav_settings').click();
		await choose(page, `notation-${notation}`);
		await page.getByTestId('close-settings').click();
	};
	await hear('western');
	await board.play(second, 'click');
	await expect(said).toHaveText(/^Gote: Pawn \d \d$/);
	await hear('japanese');
	await board.play(third, 'click');
	await expect(said).toHaveText(/^Sente: [１-９][一二三四五六七八九]/);
	// Only the move is read by a Japanese voice.
	await expect(said.locator('[lang="ja"]')).toHaveText(/^[１-９]/);
	await page.getByTestId('browse-back').click();
	await expect(said).toHaveText(/^Move 2\. Gote: [１-９]/);
	await expect(said.locator('[lang="ja"]')).toHaveText(/^[１-９]/);
	expect(await violations(page)).toEqual([]);
});

for (const [width, height] of [
	[360, 640],
	[320, 568],
	[844, 390],
] as const)
	test(`records on a screen of ${width}×${height}, in every language, light and dark`, async ({ page }) => {
		await page.setViewportSize({ width, height });
		for (const locale of LOCALES) {
			await page.addInitScript((chosen) => {
				const kept = JSON.parse(localStorage.getItem('komadai.settings') ?? '{}');
				localStorage.setItem('komadai.settings', JSON.stringify({ ...kept, locale: chosen }));
			}, locale);
			await page.goto('/new/shogi');
			await unfold(page, 'position');
			await page.getByTestId('position-record').click();
			await page.getByTestId('record-text').fill('手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(33)\n');
			await expect(page.getByTestId('record-problem')).toHaveCount(1);
			for (const colorScheme of ['light', 'dark'] as const) {
				await page.emulateMedia({ colorScheme });
				expect.soft(await violations(page), `${locale} ${colorScheme}`).toEqual([]);
			}
			const sideways = await page.getByTestId('open-record').evaluate((one) => one.scrollWidth > one.clientWidth);
			expect.soft(sideways, `${locale}: nothing is cut off`).toBe(false);
			await page.screenshot({ path: `artefacts/records/open-${width}-${locale}.png` });
		}
	});
