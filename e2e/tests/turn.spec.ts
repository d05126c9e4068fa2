/** Turn indicators of games on other pages. */
import { text } from '../lib/messages.ts';
import { resign } from '../lib/named.ts';
import { newFriendGame } from '../lib/newGame.ts';
import { script } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

const GAME = 'minishogi';

test('home and My games follow games on other pages, and a notice links to the game with the player’s turn', async ({
	page,
	person,
}) => {
	const guest = await person('guest');
	const table = await newFriendGame(page, guest, GAME, { side: 'first', clock: 'none' });
	const address = page.url();
	const [first, second, third] = script(GAME).moves;
	if (!first || !second || !third) throw new Error('the script has no moves');
	await table.host.mayMove('first');
	await table.host.play(first, 'click');
	await table.guest.shows(first.position);

	// Later events count as news.
	for (const one of [page, guest]) await one.waitForFunction(() => localStorage.getItem('komadai.lastNews') !== null);
	await page.goto('/');
	const line = page.getByTestId('unfinished');
	await expect(line).toContainText(text('home_their_turn'));
	await table.guest.play(second, 'click');
	await expect(line, 'the list follows by itself').toContainText(text('home_your_turn'));
	const notice = page.getByTestId('turn-notice');
	const words = text('turn_notice').split('{')[0] ?? '';
	await expect(notice).toContainText(words);
	await expect(page.getByTestId('said')).toContainText(words);
	await guest.goto('/puzzles');
	await notice.getByRole('link').click();
	await expect(page).toHaveURL(address);
	await expect(notice).toHaveCount(0);
	await table.host.mayMove('first');
	await table.host.play(third, 'click');
	const there = guest.getByTestId('turn-notice');
	await expect(there).toBeVisible();
	expect(await violations(guest)).toEqual([]);
	await there.getByRole('link').click();
	await expect(guest).toHaveURL(address);
	await expect(there).toHaveCount(0);

	await test.step('a game that ends elsewhere is in My games', async () => {
		await page.goto('/games');
		await expect(page.getByTestId('my-games')).toHaveAttribute('data-ready', 'true');
		// Regression: it claimed that there were no games.
		await expect(line.getByRole('link')).toHaveAttribute('href', new URL(address).pathname);
		await expect(line).toContainText(text('home_their_turn'));
		await expect(page.getByText(text('games_none'))).toBeHidden();
		expect(await violations(page)).toEqual([]);
		await resign(guest);
		await expect(page.getByTestId('games-count')).toBeVisible();
		await expect(line).toBeHidden();
		await expect(page.getByTestId('online-results')).toBeVisible();
	});
});
