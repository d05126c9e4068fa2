/** What a machine can find: contrast, names, roles, labels, on every page, light and dark. */

import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { newGame, openForm } from '../lib/newGame.ts';
import { script } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

async function isAccessible(page: Page, where: string): Promise<void> {
	// Fading texts have no contrast of their own.
	await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))));
	await page.evaluate(axe.source);
	const found = await page.evaluate(async () => {
		const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
		return violations.flatMap(({ id, nodes }) =>
			nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
		);
	});
	expect.soft(found, where).toEqual([]);
}

declare global {
	interface Window {
		axe: typeof axe;
	}
}

for (const colorScheme of ['light', 'dark'] as const) {
	test.describe(colorScheme, () => {
		test.use({ colorScheme, reducedMotion: 'reduce' });

		test(`${colorScheme}: home, settings, new game`, async ({ page }) => {
			await page.goto('/');
			await isAccessible(page, 'home');
			await page.getByTestId('open-settings').click();
			await isAccessible(page, 'settings');
			await page.getByTestId('close-settings').click();
			for (const game of ['shogi', 'shogun'] as const) {
				await openForm(page, game);
				await page.getByTestId('position-open').click();
				await page.getByTestId('position').fill('nonsense');
				await expect(page.getByTestId('position-error')).toBeVisible();
				await isAccessible(page, `${game}: new game`);
			}
		});

		for (const game of ['torishogi', 'shogun'] as const)
			test(`${colorScheme}: ${game}: play`, async ({ page }) => {
				const board = await newGame(page, game, { opponent: 'device', clock: 'default' });
				for (const step of script(game).moves.slice(0, 8)) await board.play(step, 'click');
				await isAccessible(page, 'play');
				await page.getByTestId('resign').click();
				await isAccessible(page, 'a question');
				await page.getByTestId('confirm-yes').click();
				await expect(board.result).toBeVisible();
				await isAccessible(page, 'the result');
			});
	});
}
