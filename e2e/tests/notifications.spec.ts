/** What a player is notified of in games that went on elsewhere. */
import { text } from '../lib/messages.ts';
import { resign } from '../lib/named.ts';
import { newFriendGame } from '../lib/newGame.ts';
import { script } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test('the bell counts what happened elsewhere, leads there, and everything is read at once', async ({
	page,
	person,
}) => {
	const guest = await person('guest');
	// What follows all of one's games comes late, and may not be there yet when a game is left.
	const LATE = /\/assets\/all-[^/]*\.js/;
	const requested = page.waitForRequest(LATE);
	await page.route(LATE, () => {});
	const table = await newFriendGame(page, guest, 'minishogi', { side: 'first', clock: 'none' });
	const [first, second] = script('minishogi').moves;
	if (!first || !second) throw new Error('the script has no moves');
	await table.host.play(first, 'click');
	await table.guest.play(second, 'click');
	await table.host.shows(second.position);
	const address = page.url();
	await requested;
	await page.unroute(LATE);
	await page.goto('/');
	const bell = page.getByTestId('bell');
	// That the guest joined was seen on the game's own page.
	await expect(bell).toHaveAccessibleName(text('notify_title'));
	await resign(guest);
	await expect(bell).toHaveAccessibleName(text('notify_unread').replace('{count}', '1'));
	await expect(page.getByTestId('unread')).toHaveText('1');
	await bell.press('Enter');
	const list = page.getByTestId('notifications');
	await expect(list.getByTestId('notification')).toHaveCount(2);
	await expect(list.getByTestId('notification').first()).toContainText(text('result_you_win'));
	expect(await violations(page)).toEqual([]);
	await page.getByTestId('read-all').press('Enter');
	await expect(list.getByRole('status')).toHaveText(text('notify_none'));
	await page.reload();
	await expect(bell).toHaveAccessibleName(text('notify_title'));
	await bell.click();
	await list.getByTestId('notification').first().click();
	await expect(page).toHaveURL(address);
	await expect(list).toHaveCount(0);
	// The guest saw all of it.
	await guest.goto('/');
	await expect(guest.getByTestId('bell')).toHaveCount(0);
});
