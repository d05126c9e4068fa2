/** Completeness of the four languages: no message keys, no English leftovers, accessible names. */
import type { Page } from '@playwright/test';
import { LOCALES, type Locale, messages, text } from '../lib/messages.ts';
import { button, closeOf, combobox, resign } from '../lib/named.ts';
import { begin, newGame, openForm } from '../lib/newGame.ts';
import { glimpse, picture } from '../lib/pictures.ts';
import { script, VARIANT_IDS } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

async function choose(page: Page, locale: Locale): Promise<void> {
	await button(page, 'nav_settings').click();
	await page.getByTestId(`language-${locale}`).click();
	await closeOf(page, 'settings_title').click();
	await expect(page.locator('html')).toHaveAttribute('lang', locale);
}

/** Visible and accessible texts, without parts marked as another language. */
function texts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const found = [document.title];
		for (const element of document.querySelectorAll('body, body *')) {
			if (element.closest('[lang]') !== document.documentElement || element.closest('script, style')) continue;
			for (const node of element.childNodes)
				if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) found.push(node.textContent.trim());
			for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
				const value = element.getAttribute(name)?.trim();
				if (value) found.push(value);
			}
		}
		return found;
	});
}

async function readsWell(page: Page, locale: Locale, where: string): Promise<void> {
	const english = messages('en');
	const own = messages(locale);
	const keys = Object.keys(english).filter((key) => key.includes('_'));
	const left = new Set(keys.filter((key) => english[key] !== own[key]).map((key) => english[key]));
	// Words that are the same in both languages, and the name.
	for (const key of keys) left.delete(own[key]);
	left.delete(english.app_name);
	// Wait for more than the static shell.
	await expect.poll(async () => (await texts(page)).length, where).toBeGreaterThan(3);
	const all = await texts(page);
	for (const one of all) {
		expect(
			keys.filter((key) => one.includes(key)),
			`${where}: a key in "${one}"`,
		).toEqual([]);
		if (locale !== 'en') expect(left.has(one), `${where}: English "${one}"`).toBe(false);
	}
}

for (const locale of LOCALES) {
	test(`${locale}: every page`, async ({ page, complaints }) => {
		complaints.allowed.push(/404/);
		await page.goto('/');
		await choose(page, locale);
		await expect(page.locator('h1')).toHaveText(text('app_tagline', locale));
		await readsWell(page, locale, 'home');
		await glimpse(page, `home-${locale}`);
		for (const game of VARIANT_IDS) {
			await openForm(page, game);
			await readsWell(page, locale, `${game}: new`);
			if (locale === 'en') await glimpse(page, `new-${game}`);
			const board = await begin(page, game, { opponent: 'device', clock: 'default' });
			const { moves } = script(game);
			for (const step of moves.slice(0, 2)) await board.play(step, 'click');
			await readsWell(page, locale, `${game}: play`);
			await expect(page.locator('html')).toHaveAttribute('lang', locale);
			if (locale === 'ja') await picture(page, `${game}-ja`);
			await resign(page);
			await expect(board.result).toContainText(text('reason_resignation', locale));
			await readsWell(page, locale, `${game}: over`);
		}
		await page.reload();
		await expect(page.locator('html'), 'the choice is remembered').toHaveAttribute('lang', locale);
		await page.goto('/no/such/page');
		await readsWell(page, locale, 'missing');
	});
}

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
