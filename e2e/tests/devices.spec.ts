/** Accounts: invitations, watch links, other devices, API tokens. */
import { Board } from '../lib/board.ts';
import { text } from '../lib/messages.ts';
import { button, resign, textbox } from '../lib/named.ts';
import { fillForm, newFriendGame, openForm } from '../lib/newGame.ts';
import { script } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

const GAME = 'minishogi';

test('the watch link does not join, the invitation does', async ({ page, person }) => {
	const [watcher, friend] = [await person('watcher'), await person('friend')];
	await openForm(page, GAME);
	await fillForm(page, { side: 'first', clock: 'none', opponent: 'friend' });
	await button(page, 'new_invite').click();
	const invitation = await textbox(page, 'friend_link').inputValue();
	const watching = await page.getByTestId('watch-link').inputValue();
	expect(invitation.startsWith(`${watching}#`)).toBe(true);

	await watcher.goto(watching);
	await expect(watcher.getByTestId('watch-waiting')).toBeVisible();
	await expect(watcher.getByTestId('join')).toHaveCount(0);
	await expect(watcher.getByTestId('cancel-invitation')).toHaveCount(0);

	await friend.goto(invitation);
	await button(friend, 'friend_join').click();
	for (const one of [page, friend, watcher]) await expect(one.getByTestId('game')).toHaveAttribute('data-game', GAME);
	await expect(friend, 'a secret that was used does not stay in the address').toHaveURL(watching);
	const step = script(GAME).moves[0];
	if (!step) throw new Error('the script has no moves');
	await new Board(page, GAME).play(step, 'click');
	for (const one of [friend, watcher]) await new Board(one, GAME).shows(step.position);
});

test('a second device plays the same seat until it is signed out', async ({ page, person }) => {
	const [guest, device] = [await person('guest'), await person('device')];
	const { guest: board } = await newFriendGame(page, guest, GAME, { side: 'first', clock: 'none' });
	const address = page.url();
	const [first, second] = script(GAME).moves;
	if (!first || !second) throw new Error('the script has no moves');

	await test.step('a code from one device signs in the other', async () => {
		await page.goto('/devices');
		await page.getByTestId('add-device').click();
		await device.goto(await page.getByTestId('device-link').inputValue());
		await expect(device, 'the code does not stay in the address').toHaveURL(/\/link$/);
		await device.getByTestId('sign-in').click();
		await expect(device).toHaveURL(/\/games$/);
		await device.goto(address);
		const there = new Board(device, GAME);
		await there.mayMove('first');
		await there.play(first, 'click');
		await board.shows(first.position);
		await board.play(second, 'click');
		await there.shows(second.position);
	});

	await test.step('signed out from afar, it only watches', async () => {
		await page.reload();
		const rows = page.getByTestId('sessions').getByRole('listitem');
		await expect(rows).toHaveCount(2);
		await rows
			.filter({ hasNotText: text('devices_this') })
			.getByRole('button')
			.click();
		await expect(rows).toHaveCount(1);
		await expect(device.getByTestId('status')).toContainText(text('friend_watching'));
	});
});

test('a token is created, shown once and revoked', async ({ page, request }) => {
	await page.goto('/devices');
	await expect(page.getByTestId('devices-nobody')).toBeVisible();
	await openForm(page, GAME);
	await fillForm(page, { side: 'first', clock: 'none', opponent: 'friend' });
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('waiting-room')).toBeVisible();
	await page.goto('/devices');
	await page.getByTestId('token-name').fill('My program');
	await page.getByTestId('create-token').click();
	const secret = await page.getByTestId('token-secret').textContent();
	const headers = { authorization: `Bearer ${secret}` };
	const me = async () => (await request.get('/api/me', { headers })).status();
	expect(await me()).toBe(200);
	await page.reload();
	await expect(page.getByTestId('token-secret')).toHaveCount(0);
	await page.getByTestId('tokens').getByRole('button').click();
	await expect(page.getByTestId('tokens').getByRole('listitem')).toHaveCount(0);
	expect(await me()).toBe(401);
});

test('a second device lists its player’s finished games once, saves them, and shows them without the server', async ({
	page,
	person,
	complaints,
}) => {
	const [guest, device] = [await person('guest'), await person('device')];
	const table = await newFriendGame(page, guest, GAME, { side: 'first', clock: 'none' });
	const id = new URL(page.url()).pathname.split('/').pop() ?? '';
	const [first, second] = script(GAME).moves;
	if (!first || !second) throw new Error('the script has no moves');
	await table.host.play(first, 'click');
	await table.guest.mayMove('second');
	await table.guest.play(second, 'click');
	await table.host.mayMove('first');
	await resign(page);
	await expect(table.guest.result).toBeVisible();
	const row = device.getByTestId(`game-${id}`);

	await test.step('listed, with the result that stands at the head', async () => {
		await page.goto('/devices');
		await page.getByTestId('add-device').click();
		await device.goto(await page.getByTestId('device-link').inputValue());
		await device.getByTestId('sign-in').click();
		await expect(row).toContainText(text('result_you_lose'));
		await expect(row).toHaveCount(1);
		await expect(device.getByTestId('online-results')).toContainText(text('game_minishogi'));
		await expect(device.getByTestId('online-results')).toContainText(/1/);
	});

	await test.step('taken over, opened and analysed', async () => {
		await expect(row).not.toHaveAttribute('data-elsewhere');
		await expect(row).toHaveCount(1);
		await device.reload();
		await expect(row).toHaveCount(1);
		await row.getByRole('link').click();
		await expect(device.getByTestId('analysis-of')).toBeAttached();
		await device.keyboard.press('End');
		await new Board(device, GAME).shows(second.position);
	});

	await test.step('without the server the list says so and has what was taken over', async () => {
		complaints.allowed.push(/\/api\/games[? ]|Failed to load resource/);
		await device.route(/\/api\/games(\?.*)?$/, (route) => route.abort());
		await device.goto('/games');
		await expect(device.getByTestId('server-away')).toBeVisible();
		await expect(row).toBeVisible();
		await device.unroute(/\/api\/games(\?.*)?$/);
	});

	await test.step('removed, it stays removed though the server lists it', async () => {
		await device.reload();
		await row.getByRole('button').click();
		await button(device.getByRole('dialog'), 'games_delete').click();
		await button(device.getByTestId('confirm'), 'games_delete').click();
		await expect(row).toHaveCount(0);
		const listed = device.waitForResponse(/\/api\/games\?ended/);
		await device.reload();
		await listed;
		await expect(device.getByTestId('my-games')).toHaveAttribute('data-ready', 'true');
		await expect(device.getByTestId('online-results')).toBeVisible();
		await expect(row).toHaveCount(0);
	});
});

test('signing out everywhere else ends all other devices, codes and tokens except the ticked ones', async ({
	page,
	person,
	request,
	complaints,
}) => {
	complaints.allowed.push(/403/);
	const [guest, device] = [await person('guest'), await person('device')];
	await newFriendGame(page, guest, GAME, { side: 'first', clock: 'none' });
	const address = page.url();
	await page.goto('/devices');
	const makeToken = async (name: string, life: string) => {
		await page.getByTestId('token-name').fill(name);
		await page.getByTestId('token-life').selectOption(life);
		await page.getByTestId('create-token').click();
		const row = page.getByTestId('tokens').getByRole('listitem').filter({ hasText: name });
		await expect(row).toBeVisible();
		return page.getByTestId('token-secret').textContent();
	};
	const [kept, other] = [await makeToken('Kept', '365-days'), await makeToken('Other', 'unlimited')];
	await expect(page.getByTestId('token-unlimited')).toBeVisible();
	const works = async (secret: string | null) =>
		(await request.get('/api/me', { headers: { authorization: `Bearer ${secret}` } })).ok();
	await page.getByTestId('add-device').click();
	await device.goto(await page.getByTestId('device-link').inputValue());
	await device.getByTestId('sign-in').click();
	await expect(device).toHaveURL(/\/games$/);
	await device.goto(address);
	await expect(device.getByTestId('status')).not.toContainText(text('friend_watching'));

	await test.step('a new device can not sign the old one out', async () => {
		await device.goto('/devices');
		await device.getByTestId('end-others').click();
		await device.getByTestId('end-others-now').click();
		await expect(device.getByTestId('devices-problem')).toContainText(text('error_session_too_new'));
		await device.goto(address);
	});

	await page.getByTestId('end-others').click();
	await page.getByTestId('end-others-form').getByLabel('Kept').check();
	await page.getByTestId('end-others-now').click();
	await expect(page.getByTestId('tokens').getByRole('listitem')).toHaveText([/Kept/]);
	await expect(page.getByTestId('device-code')).toHaveCount(0);
	await expect(device.getByTestId('status')).toContainText(text('friend_watching'));
	expect([await works(kept), await works(other)]).toEqual([true, false]);
	await page.goto(address);
	await expect(page.getByTestId('status')).not.toContainText(text('friend_watching'));
});

test('a lost response to signing out all others loses nothing', async ({ page, complaints }) => {
	complaints.allowed.push(/\/api\/sessions/);
	await openForm(page, GAME);
	await fillForm(page, { side: 'first', clock: 'none', opponent: 'friend' });
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('waiting-room')).toBeVisible();
	const context = page.context();
	const me = async () =>
		((await (await context.request.get('/api/me')).json()) as { player: { id: string } | null }).player?.id;
	const secret = async () => (await context.cookies()).find(({ name }) => name === 'komadai');
	const [player, old] = [await me(), await secret()];
	if (!old) throw new Error('nobody is signed in');
	await page.goto('/devices');
	await page.route('**/api/sessions', async (route) => {
		if (route.request().method() !== 'DELETE') return route.fallback();
		expect((await route.fetch()).status()).toBe(204);
		await context.addCookies([old]);
		return route.abort();
	});
	const endOthers = async () => {
		await page.getByTestId('end-others').click();
		await page.getByTestId('end-others-now').click();
	};
	await endOthers();
	await expect(page.getByTestId('devices-problem')).toContainText(text('friend_server_gone'));
	expect((await secret())?.value).toBe(old.value);
	expect(await me()).toBe(player);

	await page.unroute('**/api/sessions');
	await page.reload();
	await endOthers();
	await expect.poll(async () => (await secret())?.value).not.toBe(old.value);
	await expect(page.getByTestId('devices-problem')).toHaveCount(0);
	await expect(page.getByTestId('sessions').getByRole('listitem')).toHaveCount(1);
	expect(await me()).toBe(player);
});
