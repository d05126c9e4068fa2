import type { Board } from '../lib/board.ts';
import { text } from '../lib/messages.ts';
import { button } from '../lib/named.ts';
import { choose, fillForm, newFriendGame, openForm } from '../lib/newGame.ts';
import { picture } from '../lib/pictures.ts';
import { script, sideAt } from '../lib/scripts.ts';
import { Server } from '../lib/server.ts';
import { expect, test } from '../lib/test.ts';
import { violations } from '../lib/violations.ts';

const GAME = 'minishogi';

test('the time limit of a first move is shown at the side to move, and clocks wait until both have moved', async ({
	page,
	person,
}) => {
	const guest = await person('guest', { viewport: { width: 360, height: 640 } });
	const clock = { mainSeconds: 600, periodSeconds: 30, periods: 1 };
	const table = await newFriendGame(page, guest, GAME, { side: 'first', clock });
	const boards: [Board, Board] = [table.host, table.guest];
	const due = new RegExp(text('friend_first_move').replace('{time}', '[45]:\\d\\d'));
	const stands = async () => {
		for (const one of [page, guest])
			for (const side of ['first', 'second']) {
				const face = one.getByTestId(`clock-${side}`);
				await expect(face).toHaveAttribute('data-running', 'false');
				await expect(face).toContainText('10:00');
			}
	};
	await expect(page.getByTestId('note-bottom')).toHaveText(due);
	await expect(guest.getByTestId('note-top')).toHaveText(due);
	await expect(page.getByTestId('note-top')).toHaveText('');
	await stands();
	/** Notes above the clocks appear and disappear. */
	const places = () =>
		Promise.all(
			['clock-first', 'clock-second', 'hand-first', 'hand-second'].map(
				async (id) => (await page.getByTestId(id).boundingBox())?.y,
			),
		);
	const before = await places();
	await picture(page, 'first-move');
	await picture(guest, 'first-move-phone');
	expect(await violations(guest)).toEqual([]);
	const play = async (ply: number) => {
		const step = script(GAME).moves[ply];
		if (!step) throw new Error(`there is no move ${ply + 1}`);
		const [mover, watcher] = sideAt(ply) === 'first' ? boards : [boards[1], boards[0]];
		await mover.play(step, 'click');
		await watcher.shows(step.position);
	};
	await play(0);
	await expect(page.getByTestId('note-top')).toHaveText(due);
	await expect(guest.getByTestId('note-bottom')).toHaveText(due);
	await stands();
	expect(await places()).toEqual(before);
	await play(1);
	for (const one of [page, guest]) {
		await expect(one.getByTestId('note-top')).toHaveText('');
		await expect(one.getByTestId('note-bottom')).toHaveText('');
		await expect(one.getByTestId('clock-first')).toHaveAttribute('data-running', 'true');
	}
	expect(await places()).toEqual(before);
});

/** Own server with a short limit. */
const hurried = test.extend<{ own: Server }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
	own: async ({}, use) => {
		const server = await Server.start(() => ['--start-limit', '4']);
		await use(server);
		await server.stop();
	},
});

hurried(
	'a game whose player does not begin is aborted, and the challenge returns to the lobby',
	async ({ own, person }) => {
		const host = await person('host', { baseURL: own.url });
		const guest = await person('guest', { baseURL: own.url });
		await openForm(host, GAME);
		await fillForm(host, {
			opponent: 'friend',
			side: 'second',
			clock: { mainSeconds: 600, periodSeconds: 30, periods: 1 },
		});
		await host.getByTestId('open').check();
		await button(host, 'new_challenge').click();
		await expect(host.getByTestId('in-lobby')).toBeVisible();
		const before = host.url();
		await openForm(guest, GAME);
		await choose(guest, 'opponent-friend');
		await guest.getByTestId('join-challenge').click();
		await expect(guest.getByTestId('game')).toBeVisible();
		await expect(guest.getByTestId('result')).toHaveAttribute('data-reason', 'not-begun');
		await expect(guest.getByTestId('result')).toContainText(text('reason_not_begun'));
		await expect(host.getByTestId('returned')).toHaveText(text('lobby_returned'));
		await expect(host).not.toHaveURL(before);
		await expect(host.getByTestId('in-lobby')).toBeVisible();
		await picture(host, 'challenge-returned');
	},
);

test('two players of one browser see before joining that the game is not rated', async ({ page }) => {
	await openForm(page, GAME);
	await fillForm(page, { opponent: 'friend', side: 'first', clock: 'default' });
	await page.getByTestId('rated').check();
	await button(page, 'new_invite').click();
	const link = await page.getByTestId('invite-link').inputValue();
	await page.goto('/devices');
	await expect(page.getByTestId('devices-kept')).toHaveText(text('devices_kept'));
	await page.getByTestId('sessions').getByRole('button').click();
	await page.getByTestId('confirm-yes').click();
	await expect(page).toHaveURL(/\/$/);
	await page.goto(link);
	await expect(page.getByTestId('unrated')).toHaveText(text('unrated_device_join'));
	await button(page, 'friend_join').click();
	await expect(page.getByTestId('banner')).toContainText(text('unrated_device'));
	await picture(page, 'unrated');
	expect(await violations(page)).toEqual([]);
});
