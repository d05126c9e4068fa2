import type { Page } from '@playwright/test';
import { LOCALES, messages } from '../lib/messages.ts';
import { button, checkbox, closeOf, group } from '../lib/named.ts';
import { choose } from '../lib/newGame.ts';
import { PHONE } from '../lib/pictures.ts';
import { VARIANT_IDS } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

/** Stops the clock of rounds for slow machines; timers run. */
async function stopTheClock(page: Page): Promise<void> {
	await page.addInitScript(() => {
		Object.assign(window, { at: 0 });
		performance.now = () => (window as unknown as { at: number }).at;
	});
}

async function aMinuteLater(page: Page): Promise<void> {
	await page.evaluate(() => {
		(window as unknown as { at: number }).at += 60_000;
	});
}

const choices = (page: Page) => group(page, 'trainer_character', 'trainer_name', 'trainer_moves').getByRole('button');
const round = (page: Page) => page.getByTestId('round');
const asked = async (page: Page, what: string) => (await page.getByTestId('asked').getAttribute(what)) ?? '';

test('find the square: right answers count, wrong ones show their name, the best score is saved', async ({ page }) => {
	await stopTheClock(page);
	await page.goto('/learn');
	await page.getByTestId('squares-minishogi').click();
	await expect(page.getByTestId('squares-trainer')).toBeVisible();
	expect(await violations(page)).toEqual([]);
	for (const [naming, name] of [
		['digits', /^\d\d$/],
		['kanji', /^\d[一二三四五]$/],
		['letters', /^\d[a-e]$/],
	] as const) {
		await choose(page, `naming-${naming}`);
		await button(page, 'trainer_begin', 'trainer_again').click();
		await expect(page.getByTestId('asked')).toHaveText(name);
		for (let i = 1; i <= 3; i++) {
			await page.locator(`[data-key="${await asked(page, 'data-key')}"][role="gridcell"]`).click();
			await expect(round(page)).toHaveAttribute('data-score', String(i));
		}
		const key = await asked(page, 'data-key');
		const other = page.locator(`[role="gridcell"]:not([data-key="${key}"])`).first();
		await other.click();
		await expect(other).toHaveClass(/wrong/);
		await expect(other).not.toBeEmpty();
		await page.locator(`[data-key="${key}"][role="gridcell"]`).click();
		await expect(round(page), 'found late').toHaveAttribute('data-score', '3');
		if (naming === 'digits') expect(await violations(page)).toEqual([]);
		await aMinuteLater(page);
		await expect(round(page)).toHaveAttribute('data-phase', 'over');
		await expect(page.getByTestId('round-over')).toContainText('3');
		await expect(page.getByTestId('best')).toHaveText('3');
	}
	await page.reload();
	await expect(page.getByTestId('best')).toHaveText('3');
});

test('find the square by keyboard alone, in each variant', async ({ page }) => {
	await stopTheClock(page);
	for (const game of VARIANT_IDS) {
		await page.goto(`/learn/${game}/squares`);
		await button(page, 'trainer_begin', 'trainer_again').focus();
		await page.keyboard.press('Enter');
		await expect(round(page)).toHaveAttribute('data-phase', 'running');
		const wanted = await asked(page, 'data-key');
		const at = () => page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? '');
		expect(await at(), 'the board has the keys').not.toBe('');
		for (let i = 0; i < 20 && (await at()) !== wanted; i++) {
			const now = await at();
			const file = Number(wanted[0]) - Number(now[0]);
			const rank = wanted.charCodeAt(1) - now.charCodeAt(1);
			await page.keyboard.press(file > 0 ? 'ArrowLeft' : file < 0 ? 'ArrowRight' : rank > 0 ? 'ArrowDown' : 'ArrowUp');
		}
		expect(await at()).toBe(wanted);
		await page.keyboard.press('Enter');
		await expect(round(page)).toHaveAttribute('data-score', '1');
	}
});

test('name the piece: every pair of faces, by pointer and by the keys 1 to 4', async ({ page }) => {
	await stopTheClock(page);
	await page.goto('/learn/torishogi/names');
	await expect(page.getByTestId('names-trainer')).toBeVisible();
	expect(await violations(page)).toEqual([]);
	for (const [shown, sought] of [
		['character', 'name'],
		['name', 'moves'],
		['moves', 'character'],
	]) {
		await page.reload();
		await choose(page, `shown-${shown}`);
		await choose(page, `sought-${sought}`);
		await button(page, 'trainer_begin', 'trainer_again').click();
		const offered = choices(page);
		await expect(offered).toHaveCount(4);
		const right = async () => {
			const letters = await offered.evaluateAll((all) => all.map((one) => one.getAttribute('data-letter')));
			return letters.indexOf(await asked(page, 'data-letter'));
		};
		await offered.nth(await right()).click();
		await expect(round(page)).toHaveAttribute('data-score', '1');
		const wrong = ((await right()) + 1) % 4;
		await page.keyboard.press(String(wrong + 1));
		await expect(offered.nth(wrong)).toHaveAttribute('aria-disabled', 'true');
		await page.keyboard.press(String((await right()) + 1));
		await expect(round(page), 'found late').toHaveAttribute('data-score', '1');
		await page.keyboard.press(String((await right()) + 1));
		await expect(round(page)).toHaveAttribute('data-score', '2');
		expect(await violations(page), `${shown} ${sought}`).toEqual([]);
	}
});

test('the focus goes to the start of the next round when a round of names ends', async ({ page }) => {
	await stopTheClock(page);
	await page.goto('/learn/minishogi/names');
	await button(page, 'trainer_begin', 'trainer_again').click();
	await expect(choices(page).first()).toBeFocused();
	await aMinuteLater(page);
	await expect(round(page)).toHaveAttribute('data-phase', 'over');
	await expect(button(page, 'trainer_begin', 'trainer_again')).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(choices(page).first()).toBeFocused();
});

test('with single-letter shortcuts off, names are answered by the choices alone', async ({ page }) => {
	await stopTheClock(page);
	await page.goto('/learn/minishogi/names');
	// Wait for the mounted page before pressing keys.
	await expect(button(page, 'trainer_begin', 'trainer_again')).toBeVisible();
	await page.keyboard.press('?');
	await checkbox(page, 'keys_single').uncheck();
	await closeOf(page, 'keys_title').click();
	await button(page, 'trainer_begin', 'trainer_again').click();
	const offered = choices(page);
	await expect(offered).toHaveCount(4);
	await expect(choices(page).locator('.number')).toHaveCount(0);
	for (const key of ['1', '2', '3', '4']) await page.keyboard.press(key);
	await expect(choices(page).and(page.getByRole('button', { disabled: true }))).toHaveCount(0);
	await expect(round(page)).toHaveAttribute('data-score', '0');
	await choices(page)
		.and(page.locator(`[data-letter="${await asked(page, 'data-letter')}"]`))
		.press('Enter');
	await expect(round(page)).toHaveAttribute('data-score', '1');
});

test('the keys 1 to 4 do not answer behind an open dialog', async ({ page }) => {
	await stopTheClock(page);
	await page.goto('/learn/minishogi/names');
	await button(page, 'trainer_begin', 'trainer_again').click();
	const offered = choices(page);
	await expect(offered).toHaveCount(4);
	const letter = await asked(page, 'data-letter');
	await button(page, 'nav_settings').click();
	await expect(closeOf(page, 'settings_title')).toBeVisible();
	for (const key of ['1', '2', '3', '4']) await page.keyboard.press(key);
	await expect(choices(page).and(page.getByRole('button', { disabled: true }))).toHaveCount(0);
	await expect(round(page)).toHaveAttribute('data-score', '0');
	expect(await asked(page, 'data-letter')).toBe(letter);
	await closeOf(page, 'settings_title').click();
	const letters = await offered.evaluateAll((all) => all.map((one) => one.getAttribute('data-letter')));
	await page.keyboard.press(String(letters.indexOf(letter) + 1));
	await expect(round(page)).toHaveAttribute('data-score', '1');
});

test('in every language, on a phone, in the dark, nothing is wider than the screen', async ({ person }) => {
	for (const [i, locale] of LOCALES.entries()) {
		const page = await person(locale, { locale, viewport: PHONE, colorScheme: 'dark' });
		const game = VARIANT_IDS[i] ?? 'shogi';
		for (const trainer of ['squares', 'names']) {
			await page.goto(`/learn/${game}/${trainer}`);
			const begin = button(page, 'trainer_begin', 'trainer_again');
			await expect(begin).toHaveText(String(messages(locale).trainer_begin));
			await begin.click();
			await expect(page.getByTestId('asked')).toBeVisible();
			const [inside, wide] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
			expect(inside, `${locale} ${trainer}`).toBeLessThanOrEqual(wide as number);
			expect(await violations(page), `${locale} ${trainer}`).toEqual([]);
		}
	}
});
