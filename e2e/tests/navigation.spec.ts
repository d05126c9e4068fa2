/** Navigation: history, scroll positions, failed chunks. */
import { text } from '../lib/messages.ts';
import { expect, test } from '../lib/test.ts';

test('going back restores the scroll position, forward navigation starts at the top', async ({ page }) => {
	await page.goto('/learn');
	await page.locator('main a[href="/learn/shogi"]').first().click();
	await expect(page.locator('[data-diagram]').first()).toBeVisible();
	await page.mouse.wheel(0, 1_500);
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
	const left = await page.evaluate(() => scrollY);
	await page.evaluate(() => document.querySelector<HTMLAnchorElement>('.guide-foot a[href="/learn"]')?.click());
	await expect(page).toHaveURL(/\/learn$/);
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
	await page.goBack();
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
});

test('a part of the page that cannot be fetched is not reported as the rules', async ({ page, complaints }) => {
	complaints.offline = true;
	await page.goto('/');
	await page.route(/\/assets\/Learn-[^/]+\.js$/, (route) => route.abort('connectionrefused'));
	await page.locator('a[href="/learn"]').first().click();
	await expect(page.getByTestId('load-failed')).toHaveText(text('page_load_failed'));
	await page.unroute(/\/assets\/Learn-[^/]+\.js$/);
	await page.getByRole('button', { name: text('play_reload') }).click();
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByTestId('load-failed')).toBeHidden();
});
