/** Games that anyone may join. */
import { text } from '../lib/messages.ts';
import { button } from '../lib/named.ts';
import { choose, openForm } from '../lib/newGame.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test('a challenge appears where somebody looks for a game, and is joined from there', async ({ page, person }) => {
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
	await button(page, 'new_challenge').click();
	await expect(page.getByTestId('in-lobby')).toBeVisible();
	await expect(button(page, 'lobby_cancel')).toBeVisible();
	expect(await violations(page)).toEqual([]);

	const line = list.getByTestId('challenge');
	await expect(line).toContainText('Aki');
	await expect(line).toContainText(text('game_minishogi'));
	expect(await violations(guest)).toEqual([]);
	const third = await person('third');
	await third.goto('/');
	await third.getByTestId('lobby-link-home').click();
	await expect(third.getByTestId('challenge')).toBeInViewport();
	await expect(third).toHaveURL(/\/new\/shogi$/);
	await third.evaluate(() => scrollTo(0, 0));
	await third.getByTestId('to-lobby').click();
	await expect(third.getByTestId('challenge')).toBeInViewport();
	// The focus is on the line that goes.
	await third.getByTestId('join-challenge').focus();
	await guest.getByTestId('join-challenge').press('Enter');
	for (const one of [page, guest]) await expect(one.getByTestId('game')).toHaveAttribute('data-game', 'minishogi');
	await expect(guest).toHaveURL(page.url());
	await expect(third.getByTestId('challenge')).toHaveCount(0);
	await expect(third.getByTestId('lobby-status')).toContainText(empty);
	await expect(third.getByRole('heading', { name: text('lobby_title') })).toBeFocused();
});
