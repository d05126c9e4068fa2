/** Styles and pictures that pages preload are used by them: Chromium's own warning comes too early on busy machines. */
import type { Page } from '@playwright/test';
import { newGame } from '../lib/newGame.ts';
import { expect, test } from '../lib/test.ts';

/** Preloaded files of the page, and those that no style sheet and no background of an element has. */
function preloaded(page: Page) {
	return page.evaluate(() => {
		const links = [...document.querySelectorAll<HTMLLinkElement>('head link[rel="preload"]')];
		const sheets = [...document.styleSheets].map((sheet) => sheet.href);
		const backgrounds = [...document.querySelectorAll('body *')].flatMap((element) =>
			[null, '::before', '::after'].map((part) => getComputedStyle(element, part).backgroundImage),
		);
		const isUsed = ({ as, href }: HTMLLinkElement) =>
			as === 'style' ? sheets.includes(href) : backgrounds.some((image) => image.includes(href));
		return {
			files: links.map(({ href }) => new URL(href).pathname),
			unused: links.filter((link) => !isUsed(link)).map(({ href }) => new URL(href).pathname),
		};
	});
}

test('what a page preloads it uses', async ({ page }) => {
	const addresses = ['/new/shogi', '/games', '/analysis/shogi'];
	await newGame(page, 'shogi', { opponent: 'computer', side: 'first', clock: 'none' });
	addresses.push(new URL(page.url()).pathname);
	for (const address of addresses) {
		await page.goto(address);
		await expect(async () => expect((await preloaded(page)).unused, address).toEqual([])).toPass();
		expect((await preloaded(page)).files.length, address).toBeGreaterThan(0);
	}
});
