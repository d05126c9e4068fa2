/** Notifications of games on other pages. */
import { Board } from '../lib/board.ts';
import { text } from '../lib/messages.ts';
import { button, resign } from '../lib/named.ts';
import { fillForm, newFriendGame, openForm } from '../lib/newGame.ts';
import { picture } from '../lib/pictures.ts';
import { script } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

test('the bell counts events of other games, links to them, and marks all as read', async ({ page, person }) => {
	const guest = await person('guest');
	// The notification module loads late, possibly after leaving a game.
	const LATE = /\/assets\/components-[^/]*\.js/;
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
	// The place of the bell is reserved.
	const link = page.getByTestId('learn-link');
	const before = await link.boundingBox();
	// The join was seen on the game's page.
	await expect(bell).toHaveAccessibleName(text('notify_title'));
	expect(await link.boundingBox()).toEqual(before);
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
	// The guest has seen everything.
	await guest.goto('/');
	await expect(guest.getByTestId('bell')).toHaveCount(0);
});

test('a waiting player’s screen stays awake, and after permission joins and turns are notified in the background', async ({
	person,
}) => {
	const [host, guest] = [await person('host'), await person('guest')];
	await host.addInitScript(() => {
		const seen = { asked: 0, locks: 0, notices: [] as string[] };
		Object.assign(window, { seen });
		class Notice {
			static permission = 'default';
			static requestPermission = async () => {
				seen.asked += 1;
				Notice.permission = 'granted';
				return 'granted';
			};
			close = () => {};
			constructor(title: string, { body }: { body: string }) {
				seen.notices.push(`${title}: ${body}`);
			}
		}
		Object.assign(window, { Notification: Notice });
		const request = async () => {
			seen.locks += 1;
			const release = async () => {
				seen.locks -= 1;
			};
			return { release };
		};
		Object.defineProperty(navigator, 'wakeLock', { value: { request } });
	});
	const seen = () =>
		host.evaluate(() => (window as unknown as { seen: { asked: number; locks: number; notices: string[] } }).seen);
	const background = (hidden: boolean) =>
		host.evaluate((is) => {
			Object.defineProperty(document, 'visibilityState', {
				configurable: true,
				get: () => (is ? 'hidden' : 'visible'),
			});
			document.dispatchEvent(new Event('visibilitychange'));
		}, hidden);
	let follows: (() => void) | undefined;
	const followed = new Promise<void>((done) => {
		follows = done;
	});
	host.on('websocket', (socket) =>
		socket.on('framereceived', ({ payload }) => String(payload).includes('"player-games"') && follows?.()),
	);
	await openForm(host, 'minishogi');
	await fillForm(host, { opponent: 'friend', side: 'second', clock: 'none' });
	await button(host, 'new_invite').click();
	const link = await host.getByTestId('invite-link').inputValue();
	await expect.poll(async () => (await seen()).locks).toBe(1);
	expect((await seen()).asked, 'never by itself').toBe(0);
	await picture(host, 'waiting-room');
	await host.getByTestId('notify-me').click();
	await expect(host.getByTestId('notify')).toHaveAttribute('data-permission', 'granted');
	await followed;
	await background(true);
	await guest.goto(link);
	await button(guest, 'friend_join').click();
	await expect.poll(async () => (await seen()).notices.join()).toContain(text('notify_joined'));
	await expect.poll(async () => (await seen()).locks).toBe(0);
	const [first] = script('minishogi').moves;
	if (!first) throw new Error('the script has no moves');
	await new Board(guest, 'minishogi').play(first, 'click');
	await expect.poll(async () => (await seen()).notices.join()).toContain(text('home_your_turn'));
	const { length } = (await seen()).notices;
	// A visible game needs no notification.
	await background(false);
	await new Board(host, 'minishogi').mayMove('second');
	await expect(host.getByTestId('turn-notice')).toHaveCount(0);
	expect((await seen()).notices).toHaveLength(length);
});

test('with notifications blocked the waiting room does not offer them', async ({ page }) => {
	await page.addInitScript(() => Object.assign(window, { Notification: { permission: 'denied' } }));
	await openForm(page, 'minishogi');
	await fillForm(page, { opponent: 'friend', side: 'first', clock: 'none' });
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('invite-link')).toBeVisible();
	await expect(page.getByTestId('notify')).toHaveCount(0);
});
