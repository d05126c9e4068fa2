/** axe on every page and in every state: contrast, names, roles, labels. */

import type { Page } from '@playwright/test';
import { button, closeOf, dialog, heading, region, textbox } from '../lib/named.ts';
import { choose, fillForm, newGame, openForm, unfold } from '../lib/newGame.ts';
import { script, VARIANT_IDS } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test.use({ reducedMotion: 'reduce' });

/** Icon buttons whose tooltip is not their accessible name. */
async function untipped(page: Page): Promise<string[]> {
	return page.locator('button:not([tabindex="-1"]), a[href]').evaluateAll((all) =>
		all
			.filter((one) => one instanceof HTMLElement && one.checkVisibility() && one.innerText.trim() === '')
			.filter((one) => one.getAttribute('title') !== one.getAttribute('aria-label'))
			.map((one) => one.outerHTML.slice(0, 120)),
	);
}

async function isAccessible(page: Page, where: string): Promise<void> {
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		// Fading text has no stable contrast.
		await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))));
		expect.soft(await violations(page), `${where}, ${colorScheme}`).toEqual([]);
	}
	expect.soft(await untipped(page), `${where}: tooltips`).toEqual([]);
}

test('home, settings, shortcuts, forms, unknown page', async ({ page, complaints }) => {
	complaints.allowed.push(/404/);
	await page.goto('/');
	await isAccessible(page, 'home');
	await button(page, 'nav_settings').click();
	await isAccessible(page, 'settings');
	await closeOf(page, 'settings_title').click();
	await button(page, 'keys_open').click();
	await isAccessible(page, 'keys');
	await closeOf(page, 'keys_title').click();
	for (const game of VARIANT_IDS) {
		await openForm(page, game);
		if (game === 'shogi') {
			for (const inside of ['level-1', 'side-first', 'clock-none', 'handicap', 'rule-illegal-move-loses', 'position'])
				await unfold(page, inside);
			await textbox(page, 'new_position_label').fill('nonsense');
			await expect(page.getByTestId('position-error')).toBeVisible();
		}
		await isAccessible(page, `${game}: new game`);
	}
	for (const path of ['/nowhere', '/play/nothing']) {
		await page.goto(path);
		await expect(heading(page, 'missing_title')).toBeVisible();
		await isAccessible(page, path);
	}
});

for (const game of VARIANT_IDS)
	test(`${game}: play`, async ({ page }) => {
		const { moves } = script(game);
		// In Tori Shogi promotion is compulsory, so there is no question.
		const asked = moves.findIndex((step) => step.promotion === 'optional');
		const ply = asked < 0 ? 20 : asked;
		const position = moves[ply - 2]?.position ?? '';
		const board = await newGame(page, game, { opponent: 'device', clock: 'default', position });
		for (const step of moves.slice(ply - 1, ply)) await board.play(step, 'click');
		await isAccessible(page, 'play');
		// Colours and roles do not depend on the variant.
		if (game !== 'shogi') return;
		const step = moves[asked];
		if (step) {
			await board.put(step, 'click');
			await expect(dialog(page, 'promotion_title')).toBeVisible();
			await isAccessible(page, 'promote or not');
			await page.keyboard.press('Escape');
		}
		await page.keyboard.press('m');
		await page.keyboard.type('5');
		await isAccessible(page, 'a typed move');
		await page.keyboard.type('nonsense');
		await page.keyboard.press('Enter');
		await isAccessible(page, 'what was typed is no move');
		await page.keyboard.press('Escape');
		await page.keyboard.press('b');
		await page.keyboard.press('Enter');
		await isAccessible(page, 'refused or picked up');
		await button(page, 'play_menu').click();
		await isAccessible(page, 'the menu');
		await button(page, 'play_resign').click();
		await isAccessible(page, 'a question');
		await button(page.getByRole('dialog'), 'play_resign').click();
		await expect(board.result).toBeVisible();
		await isAccessible(page, 'the result');
	});

test('the share sheet, the viewer, continuing from there', async ({ page }) => {
	const position = script('shogun').moves[19]?.position ?? '';
	const board = await newGame(page, 'shogun', { opponent: 'device', clock: 'none', position });
	for (const step of script('shogun').moves.slice(20, 22)) await board.play(step, 'click');
	await button(page, 'play_menu').click();
	await button(page, 'share_open').click();
	await expect(page.getByTestId('share-picture')).toBeVisible();
	await isAccessible(page, 'sharing a game');
	await choose(page, 'share-position');
	await isAccessible(page, 'sharing a position');
	const link = await dialog(page, 'share_open').getByRole('textbox').inputValue();
	await page.goto(link);
	await expect(button(page, 'view_continue')).toBeVisible();
	await isAccessible(page, 'the viewer');
	await button(page, 'view_continue').click();
	await expect(dialog(page, 'view_continue')).toBeVisible();
	await isAccessible(page, 'going on');
	await page.goto('/view#v=9');
	await expect(page.getByTestId('link-problem')).toBeVisible();
	await isAccessible(page, 'a bad link');
});

test('an online game', async ({ person }) => {
	const host = await person('host');
	const guest = await person('guest');
	await openForm(host, 'minishogi');
	await choose(host, 'opponent-friend');
	await button(host, 'new_invite').click();
	const link = await textbox(host, 'friend_link').inputValue();
	await isAccessible(host, 'waiting');
	await guest.goto(link);
	await expect(guest.getByTestId('invitation')).toBeVisible();
	await isAccessible(guest, 'invited');
	await button(guest, 'friend_join').click();
	for (const page of [host, guest]) {
		await expect(page.getByTestId('game')).toBeVisible();
		await isAccessible(page, 'playing');
	}
	await button(host, 'play_abort').click();
	await button(host.getByRole('dialog'), 'play_abort').click();
	await expect(region(guest, 'result_title')).toBeVisible();
	await isAccessible(guest, 'won');
	await button(host, 'play_rematch').click();
	await expect(guest.getByTestId('offer-rematch')).toBeVisible();
	await isAccessible(guest, 'asked for a rematch');
});

test('devices and tokens, sign-in', async ({ page, complaints }) => {
	await page.goto('/devices');
	await expect(page.getByTestId('devices-nobody')).toBeVisible();
	await isAccessible(page, 'devices of nobody');
	await openForm(page, 'minishogi');
	await fillForm(page, { opponent: 'friend', clock: 'default' });
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('waiting-room')).toBeVisible();
	await page.goto('/devices');
	await page.getByTestId('add-device').click();
	await page.getByTestId('token-name').fill('Robot');
	await page.getByTestId('create-token').click();
	await expect(page.getByTestId('token-secret')).toBeVisible();
	await isAccessible(page, 'devices');
	complaints.allowed.push(/403/);
	await page.goto('/link#WRONG');
	await page.getByTestId('sign-in').click();
	await expect(page.getByTestId('sign-in-problem')).toBeVisible();
	await isAccessible(page, 'signing in');
});

test('an unknown game', async ({ page, complaints }) => {
	complaints.allowed.push(/404/);
	await page.goto('/g/abcdefghijkl');
	await expect(page.getByTestId('friend-problem')).toBeVisible();
	await isAccessible(page, 'no such game');
});
