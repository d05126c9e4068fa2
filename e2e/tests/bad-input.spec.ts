import { text } from '../lib/messages.ts';
import { button, heading, textbox } from '../lib/named.ts';
import { fillForm, openForm } from '../lib/newGame.ts';
import { script } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

test('starting before the rules have loaded writes no error to the console', async ({ page }) => {
	let release = () => {};
	const held = new Promise<void>((go) => {
		release = go;
	});
	await page.route(/rules_bg.*\.wasm$/, async (route) => {
		await held;
		await route.continue();
	});
	await openForm(page, 'minishogi');
	await fillForm(page, { opponent: 'device', clock: 'none' });
	await button(page, 'new_start').click();
	await expect(page).toHaveURL(/\/play\//);
	release();
	await expect(page.getByTestId('board')).toHaveAttribute('data-position', script('minishogi').start);
});

test("opening the player's own invite does not join", async ({ page, context, complaints, person }) => {
	await openForm(page, 'minishogi');
	await fillForm(page, { opponent: 'friend', side: 'first', clock: 'default' });
	await button(page, 'new_invite').click();
	await expect(page.getByTestId('link-warning'), 'the link works on this computer only').toBeVisible();
	const link = await textbox(page, 'friend_link').inputValue();

	const second = await context.newPage();
	complaints.watch(second, 'second tab');
	await second.goto(link);
	await expect(second.getByTestId('waiting-room')).toBeVisible();
	await expect(button(second, 'friend_join')).toBeHidden();
	await page.reload();
	await expect(page.getByTestId('waiting-room')).toBeVisible();

	const friend = await person('friend');
	await friend.goto(link);
	await button(friend, 'friend_join').click();
	for (const one of [page, second]) await expect(one.getByTestId('board')).toHaveAttribute('data-bottom', 'first');
	await expect(friend.getByTestId('board')).toHaveAttribute('data-bottom', 'second');

	const third = await person('third');
	await third.goto(link);
	await expect(third.getByTestId('board')).toHaveAttribute('data-mover', 'none');
	await expect(third.getByTestId('status')).toContainText(text('friend_watching'));
});

test('an unknown game', async ({ page, complaints }) => {
	complaints.allowed.push(/404/);
	for (const id of ['AAAAAAAAAAAA', 'x', 'a%2fb', '%F0%9F%90%A6', 'a'.repeat(500)]) {
		await page.goto(`/g/${id}`);
		await expect(page.getByTestId('friend-problem')).toHaveText(text('friend_unknown'));
	}
	await page.goto('/play/AAAA');
	await expect(heading(page, 'missing_title')).toBeVisible();
	await page.getByRole('link', { name: text('missing_home') }).click();
	await expect(page.getByTestId('tile-shogi')).toBeVisible();
});

test('an unknown page', async ({ page, complaints }) => {
	complaints.allowed.push(/404/);
	for (const path of ['/new/chess', '/nowhere', '/play', '/new/shogi/more', '/%']) {
		expect((await page.goto(path))?.status(), path).toBe(404);
		await expect(heading(page, 'missing_title'), path).toBeVisible();
	}
});
