/** Levels of the computer, chosen by keyboard and pointer. */
import type { Page } from '@playwright/test';
import { Board } from '../lib/board.ts';
import { Keyboard } from '../lib/keyboard.ts';
import { LOCALES, text } from '../lib/messages.ts';
import { someMove } from '../lib/moves.ts';
import { button } from '../lib/named.ts';
import { choose, openForm, unfold } from '../lib/newGame.ts';
import { DESKTOP, glimpse, PHONE } from '../lib/pictures.ts';
import { VARIANT_IDS, type VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

/** Records the level of every search. */
async function listen(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const asked: unknown[] = [];
		Object.assign(window, { asked });
		const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (message: { kind?: string; request?: { level: string } }) {
			if (message.kind === 'search') asked.push(message.request?.level);
			post.call(this, message);
		};
	});
}

const asked = (page: Page) => page.evaluate(() => (window as unknown as { asked: string[] }).asked);

/** From the form to a reply at the chosen level. */
async function isPlayed(page: Page, game: VariantId, level: number): Promise<void> {
	await expect(page.getByTestId('level-text')).toHaveText(new RegExp(`^Level ${level} · \\d{3,4}$`));
	await button(page, 'new_start').click();
	await expect(page.getByTestId('seat-top')).toContainText(`Level ${level}`);
	const board = new Board(page, game);
	await board.put(someMove(game, await board.position()), 'click');
	await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
	expect(await asked(page)).toEqual([String(level)]);
	await page.getByTestId('home-link').click();
	await expect(page.getByTestId('unfinished')).toContainText(`Computer (level ${level})`);
}

test('shogi: a level chosen by keyboard plays, and is remembered', async ({ page }) => {
	await listen(page);
	const keyboard = new Keyboard(page, 'shogi');
	await openForm(page, 'shogi');
	await keyboard.choose('level', 'level-4');
	await isPlayed(page, 'shogi', 4);
	await openForm(page, 'shogi');
	await unfold(page, 'level-4');
	await expect(page.getByTestId('level-4')).toBeChecked();
	// The arrow keys cycle: full strength follows the last number.
	await keyboard.choose('level', 'level-full');
	await expect(page.getByTestId('level-text')).toHaveText(text('level_full_unrated'));
	await keyboard.press('ArrowRight');
	await expect(page.getByTestId('level-0')).toBeChecked();
	await expect(page.getByTestId('level-text')).toHaveText('Level 0 · for children');
});

test('shogun: a level chosen by pointer plays', async ({ page }) => {
	await listen(page);
	await openForm(page, 'shogun');
	await choose(page, 'level-6');
	await isPlayed(page, 'shogun', 6);
});

test('a handicap game is played at the level chosen beside it', async ({ page }) => {
	await listen(page);
	await page.goto('/learn/minishogi/handicaps');
	await choose(page, 'level-3');
	await button(page, 'adviser_play').click();
	await expect(page.getByTestId('seat-top')).toContainText('Level 3');
	await expect(page.getByTestId('board')).toHaveAttribute('data-mover', 'first', { timeout: 60_000 });
	expect(await asked(page)).toEqual(['3']);
});

test('the levels of every variant rise, and each button shows its rating', async ({ page }) => {
	for (const game of VARIANT_IDS) {
		await openForm(page, game);
		await unfold(page, 'level-1');
		const keys = page.locator('[data-testid^="level-"][type="radio"]');
		const names = await keys.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
		expect(names.pop()).toBe(text('level_full_unrated'));
		expect(names.length).toBeGreaterThan(9);
		expect(names.shift()).toBe('Level 0 · for children');
		const ratings = names.map((name, i) => {
			const [, rating] = new RegExp(`^Level ${i + 1} · (\\d+)$`).exec(name) ?? [];
			return Number(rating);
		});
		expect(ratings).toEqual([...new Set(ratings)].sort((a, b) => a - b));
	}
});

for (const locale of LOCALES)
	test(`${locale}: the levels fit, are easily hit and have no faults that a machine finds`, async ({ person }) => {
		const page = await person(locale, { locale });
		for (const path of ['/new/torishogi', '/learn/shogi/handicaps']) {
			await page.goto(path);
			await choose(page, 'level-5');
			for (const viewport of [DESKTOP, PHONE])
				for (const colorScheme of ['light', 'dark'] as const) {
					await page.setViewportSize(viewport);
					await page.emulateMedia({ colorScheme });
					const [inside, wide] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
					expect(inside).toBeLessThanOrEqual(wide as number);
					expect(await violations(page)).toEqual([]);
					await page.getByTestId('level-1').scrollIntoViewIfNeeded();
					await glimpse(page, `levels${path.replaceAll('/', '-')}-${locale}-${viewport.width}-${colorScheme}`);
				}
			const keys = page.locator('label', { has: page.locator('[data-testid^="level-"]') });
			for (const key of await keys.all()) {
				const box = await key.boundingBox();
				expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
				const spills = await key.evaluate((one) => one.scrollWidth > one.clientWidth);
				expect(spills, await key.innerText()).toBe(false);
			}
		}
	});
