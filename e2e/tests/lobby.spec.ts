import type { WebSocketRoute } from '@playwright/test';
import { text } from '../lib/messages.ts';
import { button, textbox } from '../lib/named.ts';
import { choose, openForm, unfold } from '../lib/newGame.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test('a challenge appears in the lobby, and is joined from there', async ({ page, person }) => {
	const guest = await person('guest');
	await openForm(guest, 'shogi');
	await choose(guest, 'opponent-friend');
	const list = guest.getByTestId('lobby');
	const empty = (text('lobby_empty').split('“')[0] ?? '').trim();
	await expect(guest.getByTestId('lobby-status')).toContainText(empty);

	await openForm(page, 'minishogi');
	await choose(page, 'opponent-friend');
	await page.getByTestId('your-name').fill('Aki');
	await page.getByTestId('open').check();
	await unfold(page, 'position');
	await textbox(page, 'new_position_label').fill('4k/5/5/5/K4 b P 1');
	await expect(page.getByTestId('position-hint')).toBeVisible();
	await button(page, 'new_challenge').click();
	await expect(page.getByTestId('in-lobby')).toBeVisible();
	await expect(page.getByTestId('rules-line')).toHaveText(text('lobby_position'));
	await expect(button(page, 'lobby_cancel')).toBeVisible();
	expect(await violations(page)).toEqual([]);

	const line = list.getByTestId('challenge');
	await expect(line).toContainText('Aki');
	await expect(line).toContainText(text('game_minishogi'));
	expect(await violations(guest)).toEqual([]);
	const third = await person('third');
	await third.goto('/');
	await third.getByTestId('lobby-link-home').click();
	await expect(third).toHaveURL(/\/challenges$/);
	await expect(
		third.getByTestId('challenge-position').getByRole('img', { includeHidden: true }).first(),
	).toBeInViewport();
	expect(await violations(third)).toEqual([]);
	await guest.evaluate(() => scrollTo(0, 0));
	await guest.getByTestId('to-lobby').click();
	await expect(line).toBeInViewport();
	// The focus is on a row that disappears.
	await third.getByTestId('join-challenge').focus();
	await guest.getByTestId('join-challenge').press('Enter');
	for (const one of [page, guest]) await expect(one.getByTestId('game')).toHaveAttribute('data-game', 'minishogi');
	await expect(guest).toHaveURL(page.url());
	await expect(third.getByTestId('challenge')).toHaveCount(0);
	await expect(third.getByTestId('lobby-status')).toHaveText(text('lobby_nobody'));
	await expect(third.getByRole('heading', { name: text('lobby_title') })).toBeFocused();
});

/** Regression: the page of a challenge replaced while it slept still claimed to be listed. */
test('the page of a challenge reports that it is no longer listed or cancelled', async ({ page }) => {
	const sockets: WebSocketRoute[] = [];
	let welcomed = false;
	await page.routeWebSocket('**/ws', (socket) => {
		sockets.push(socket);
		socket.connectToServer().onMessage((message) => {
			welcomed ||= String(message).includes('"type":"game"');
			socket.send(message);
		});
	});
	await page.goto('/challenges');
	await page.getByTestId('challenge-shogi').click();
	await expect(page.getByTestId('open')).toBeChecked();
	await button(page, 'new_challenge').click();
	await expect(page.getByTestId('in-lobby')).toContainText((text('lobby_waiting').split('{time}')[1] ?? '').trim());
	await expect(page.getByTestId('list-again')).toHaveCount(0);
	await page.route('**/api/games/*', async (route) => {
		const response = await route.fetch();
		const shown = await response.json();
		await route.fulfill({ response, json: { ...shown, open_until_ms: null } });
	});
	await expect.poll(() => welcomed).toBe(true);
	for (const socket of sockets.splice(0)) await socket.close();
	await expect(page.getByTestId('in-lobby')).toHaveText(text('lobby_expired').replace('{list}', text('lobby_title')));
	await expect(page.getByTestId('list-again')).toHaveAttribute('href', '/new/shogi#open');
	// Regression: a reload showed an ordinary invitation.
	await page.reload();
	await expect(page.getByTestId('list-again')).toBeVisible();
	await button(page, 'lobby_cancel').click();
	const cancelled = page.getByRole('heading', { name: text('reason_cancelled') });
	await expect(cancelled).toBeVisible();
	await page.reload();
	await expect(cancelled).toBeVisible();
	await page.getByTestId('to-challenges').click();
	await expect(page).toHaveURL(/\/challenges$/);
});
