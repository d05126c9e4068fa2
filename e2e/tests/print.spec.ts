/** Printed pages, and the sheet of six problems. */
import type { Page } from '@playwright/test';
import { chooseLanguage } from '../lib/languageFaults.ts';
import { LOCALES, text } from '../lib/messages.ts';
import { serviceWorkerActive } from '../lib/offline.ts';
import { picture } from '../lib/pictures.ts';
import { mates } from '../lib/puzzles.ts';
import { expect, test } from '../lib/test.ts';

/** A4 within browser margins, in CSS pixels. */
const PAPER = { width: 718, height: 1047 };

/** Checks that backgrounds print exactly, and lists visible controls. */
async function onPaper(page: Page): Promise<{ exact: boolean; pieces: number; controls: string[] }> {
	await page.emulateMedia({ media: 'print' });
	await page.setViewportSize(PAPER);
	return page.evaluate(() => {
		const shown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
		const pieces = [...document.querySelectorAll('sg-pieces piece, .hand piece')].filter(shown);
		const frame = document.querySelector('.frame');
		const exact = [frame, ...pieces].every((one) => one && getComputedStyle(one).printColorAdjust === 'exact');
		const controls = [
			...document.querySelectorAll('header nav, :is(.buttons, .said, .tools, .actions) button, .lessons footer'),
			// Prompts for the screen.
			...document.querySelectorAll('.said [data-kind="turn"], .said [data-kind="going"], .tree .none'),
			...document.querySelectorAll('[data-testid="first-pieces"], [data-testid="report"]'),
		];
		return { exact, pieces: pieces.length, controls: controls.filter(shown).map((one) => one.outerHTML.slice(0, 80)) };
	});
}

const [mate] = mates('shogi', 3);
for (const [name, path, shown] of [
	['puzzle', `/puzzles/shogi/${mate?.id}`, 'puzzle-state'],
	['lesson', '/learn/shogun/lessons', 'step'],
	['analysis', '/analysis/torishogi', 'analysis-of'],
	['game', '/view#v=1&game=minishogi', 'game'],
] as const)
	test(`a ${name} prints its board and pieces, and no controls`, async ({ page }) => {
		await page.goto(path);
		await expect(page.getByTestId(shown)).toBeAttached();
		await expect(page.locator('sg-board piece').first()).toBeVisible();
		const pieces = await page.locator('sg-pieces piece').count();
		const paper = await onPaper(page);
		expect(paper).toMatchObject({ exact: true, controls: [] });
		expect(paper.pieces).toBeGreaterThanOrEqual(pieces);
		const board = await page.getByTestId('board').boundingBox();
		expect(board?.width).toBeGreaterThan(300);
		expect((board?.y ?? 0) + (board?.height ?? 0)).toBeLessThan(PAPER.height);
		await picture(page, `print-${name}`);
	});

test('six problems are printed with their tasks, and the solutions on a separate page', async ({ page }) => {
	await page.goto(`/puzzles/shogi/${mate?.id}`);
	await page.getByTestId('open-filter').click();
	await page.getByTestId('puzzle-kind-mate').click();
	await page.getByTestId('puzzle-length-3').click();
	await page.getByTestId('filter-print').click();
	const sheet = page.getByTestId('puzzle-sheet');
	await expect(sheet).toHaveAttribute('data-ready', 'true');
	const problems = page.getByTestId('sheet-problems');
	for (const locale of LOCALES) {
		await chooseLanguage(page, locale);
		await expect(sheet).toHaveAttribute('data-ready', 'true');
		await expect(problems.getByRole('listitem')).toHaveCount(6);
		const mateIn3 = text('puzzle_mate', locale).replace('{count}', '3');
		for (const problem of await problems.getByRole('listitem').all())
			await expect(problem).toContainText(new RegExp(mateIn3, 'i'));
		await expect(page.getByTestId('sheet-solutions').getByRole('listitem')).toHaveCount(6);
		await page.emulateMedia({ media: 'print' });
		await picture(page, `print-sheet-${locale}`);
		const pdf = await page.pdf({ format: 'A4' });
		expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), `${locale}: pages`).toHaveLength(2);
		const letter = await page.pdf({ format: 'Letter' });
		expect(letter.toString('latin1').match(/\/Type\s*\/Page\b/g), `${locale}: pages of Letter`).toHaveLength(2);
		await page.emulateMedia({ media: 'screen' });
	}
	// The address contains the problems.
	const ids = await problems.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
	await page.reload();
	await expect(sheet).toHaveAttribute('data-ready', 'true');
	expect(await problems.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(
		ids,
	);
	await page.getByTestId('print-others').click();
	await expect
		.poll(() => problems.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
		.not.toEqual(ids);
});

test.describe('without a network', () => {
	test.use({ serviceWorkers: 'allow' });
	test('a sheet of problems can be made', async ({ person, complaints }) => {
		const page = await person('teacher', { serviceWorkers: 'allow' });
		await page.goto('/');
		await serviceWorkerActive(page);
		complaints.offline = true;
		await page.context().setOffline(true);
		await page.goto('/puzzles/shogun/print');
		await expect(page.getByTestId('puzzle-sheet')).toHaveAttribute('data-ready', 'true');
		await expect(page.getByTestId('sheet-problems').getByRole('img')).toHaveCount(0);
		await expect(page.getByTestId('sheet-problems').locator('img')).toHaveCount(6);
	});
});
