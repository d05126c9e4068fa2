/** Choice of the language. `layouts.spec.ts` looks for texts in a wrong one. */
import type { Page } from '@playwright/test';
import { languageFaults } from '../lib/languageFaults.ts';
import { LOCALES, type Locale, text } from '../lib/messages.ts';
import { button, closeOf, combobox } from '../lib/named.ts';
import { newGame } from '../lib/newGame.ts';
import { expect, test } from '../lib/test.ts';

async function choose(page: Page, locale: Locale): Promise<void> {
	await button(page, 'nav_settings').click();
	await page.getByTestId(`language-${locale}`).click();
	await closeOf(page, 'settings_title').click();
	await expect(page.locator('html')).toHaveAttribute('lang', locale);
}

test('the language chosen in the settings is used at once, and after a reload', async ({ page }) => {
	await page.goto('/');
	for (const locale of LOCALES.toReversed()) {
		await choose(page, locale);
		await expect(page.locator('h1')).toHaveText(text('app_tagline', locale));
		expect(await languageFaults(page, locale)).toEqual([]);
	}
	await choose(page, 'ja');
	await page.reload();
	await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
	await page.goto('/learn');
	await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
});

test.describe('a browser set to Japanese', () => {
	test.use({ locale: 'ja-JP' });
	test('gets the Japanese page', async ({ page }) => {
		await page.goto('/');
		await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
		await expect(page.locator('h1')).toHaveText(text('app_tagline', 'ja'));
	});
});

test('the header changes the language of every page', async ({ page }) => {
	const board = await newGame(page, 'torishogi', { opponent: 'device', clock: 'none' });
	const game = new URL(page.url()).pathname;
	const pages = ['/', '/new/shogi', '/learn', '/learn/shogi/ja', '/learn/shogi/lessons', '/learn/shogi/squares', game];
	for (const [width, height] of [
		[1280, 800],
		[844, 390],
		[360, 640],
	] as const) {
		await page.setViewportSize({ width, height });
		for (const [i, path] of pages.entries()) {
			await page.goto(path);
			const locale = LOCALES[(i + 1) % LOCALES.length] ?? 'en';
			const key = combobox(page, 'settings_language');
			await expect(key).toBeInViewport({ ratio: 1 });
			await key.selectOption(locale);
			await expect(page.locator('html')).toHaveAttribute('lang', locale);
			await expect(button(page, 'nav_settings')).toHaveAccessibleName(text('nav_settings', locale));
		}
	}
	await expect(board.root).toBeVisible();
	// A language in the guide's address gives way to the reader's choice.
	await page.goto('/learn/shogi/ja/drops');
	await combobox(page, 'settings_language').selectOption('en');
	await expect(page).toHaveURL(/\/learn\/shogi\/drops$/);
	await expect(page.locator('main h1, main h2').first()).toContainText('Drops');
});
