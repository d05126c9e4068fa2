/** Kill and restart of the server in mid-game. */
import type { Board } from '../lib/board.ts';
import { newFriendGame } from '../lib/newGame.ts';
import { script, sideAt } from '../lib/scripts.ts';
import { Server } from '../lib/server.ts';
import { expect, test } from '../lib/test.ts';

const GAME = 'minishogi';

/** Own server, since it is killed. */
const crashing = test.extend<{ own: Server }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
	own: async ({}, use) => {
		const server = await Server.start();
		await use(server);
		await server.stop();
	},
});

crashing('SIGKILL in mid-game', async ({ own, person, complaints }) => {
	const host = await person('host', { baseURL: own.url });
	const guest = await person('guest', { baseURL: own.url });
	const clock = { mainSeconds: 600, periodSeconds: 30, periods: 1 };
	const table = await newFriendGame(host, guest, GAME, { side: 'first', clock });
	const boards: [Board, Board] = [table.host, table.guest];
	const { moves, outcome } = script(GAME);
	/** Pages must not reload. */
	const loads: string[] = [];
	for (const page of [host, guest]) page.on('load', () => loads.push(page.url()));

	const playOne = async (ply: number) => {
		const step = moves[ply];
		if (!step) throw new Error(`there is no move ${ply + 1}`);
		const [mover, watcher] = sideAt(ply) === 'first' ? boards : [boards[1], boards[0]];
		await mover.mayMove(sideAt(ply));
		await mover.play(step, ply % 4 < 2 ? 'click' : 'drag');
		return { step, watcher };
	};
	const playAll = async (from: number, to: number) => {
		for (let ply = from; ply < to; ply++) {
			const { step, watcher } = await playOne(ply);
			await watcher.shows(step.position);
		}
	};

	await playAll(0, 10);

	await test.step('killed between two moves; a move is made while it is away', async () => {
		complaints.offline = true;
		await own.kill();
		for (const page of [host, guest]) await expect(page.getByTestId('banner').first()).toBeVisible();
		const { step, watcher } = await playOne(10);
		await own.run();
		await watcher.shows(step.position);
		for (const page of [host, guest]) await expect(page.getByTestId('banner')).toHaveCount(0);
		complaints.offline = false;
		await playAll(11, 20);
	});

	await test.step('killed at the very moment of a move', async () => {
		complaints.offline = true;
		const { step, watcher } = await playOne(20);
		await own.kill();
		await own.run();
		await watcher.shows(step.position);
		for (const page of [host, guest]) await expect(page.getByTestId('banner')).toHaveCount(0);
		complaints.offline = false;
	});

	await test.step('killed just after a move reached the other side', async () => {
		const { step, watcher } = await playOne(21);
		await watcher.shows(step.position);
		complaints.offline = true;
		await own.kill();
		await own.run();
		const { step: next, watcher: other } = await playOne(22);
		await other.shows(next.position);
		for (const page of [host, guest]) await expect(page.getByTestId('banner')).toHaveCount(0);
		complaints.offline = false;
	});

	await test.step('the game is finished, with every move', async () => {
		await playAll(23, moves.length);
		for (const board of boards) {
			await expect(board.result).toHaveAttribute('data-reason', outcome.reason);
			await expect(board.result).toHaveAttribute('data-winner', outcome.winner ?? 'none');
		}
		for (const page of [host, guest]) {
			const shown = await page.locator('[data-testid="moves"] .text').allTextContents();
			expect(shown.map((one) => one.trim())).toEqual(moves.map((step) => step.text));
		}
		expect(loads).toEqual([]);
	});
});
