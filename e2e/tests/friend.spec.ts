/** Online games of two browsers. */
import type { Page } from '@playwright/test';
import type { Board } from '../lib/board.ts';
import { text } from '../lib/messages.ts';
import { button, resign } from '../lib/named.ts';
import { newFriendGame } from '../lib/newGame.ts';
import { picture } from '../lib/pictures.ts';
import { script, sideAt, type VariantId } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

/** Plays scripted moves from the browser of the side to move; both browsers must show each. */
async function playTogether(game: VariantId, boards: [Board, Board], from: number, to: number): Promise<void> {
	for (const [ply, step] of script(game).moves.entries()) {
		if (ply < from || ply >= to) continue;
		const [mover, watcher] = sideAt(ply) === 'first' ? boards : [boards[1], boards[0]];
		await mover.mayMove(sideAt(ply));
		await mover.play(step, ply % 4 < 2 ? 'click' : 'drag');
		await watcher.shows(step.position);
	}
}

async function shownSeconds(page: Page, side: string): Promise<number> {
	return Number(await page.locator(`[data-testid="clock-${side}"] .time`).textContent());
}

test('a game by link: byo-yomi, a reload, the flag', async ({ page, person }) => {
	const game = 'minishogi';
	const guest = await person('guest');
	const clock = { mainSeconds: 6, periodSeconds: 6, periods: 2 };
	const table = await newFriendGame(page, guest, game, { side: 'first', clock });
	const boards: [Board, Board] = [table.host, table.guest];
	const { moves } = script(game);
	await expect(table.host.root).toHaveAttribute('data-bottom', 'first');
	await expect(table.guest.root).toHaveAttribute('data-bottom', 'second');
	await playTogether(game, boards, 0, 4);

	await test.step('a reload in the middle', async () => {
		await guest.reload();
		await table.guest.shows(moves[3]?.position ?? '');
		await playTogether(game, boards, 4, 6);
		await page.reload();
		await table.host.shows(moves[5]?.position ?? '');
	});

	await test.step('main time runs out and a period begins', async () => {
		for (const one of [page, guest]) {
			const face = one.getByTestId('clock-first');
			await expect(face).toHaveAttribute('data-running', 'true');
			await expect(face).toHaveAttribute('data-byoyomi', 'true', { timeout: 15_000 });
			await expect(face).toHaveAttribute('data-periods', '1');
		}
	});

	await test.step('a move gives the period back', async () => {
		// On a loaded machine the server's clock may lag.
		await expect.poll(() => shownSeconds(page, 'first')).toBeLessThan(5);
		await playTogether(game, boards, 6, 7);
		for (const one of [page, guest]) {
			const face = one.getByTestId('clock-first');
			await expect(face).toHaveAttribute('data-running', 'false');
			await expect(face).toHaveAttribute('data-byoyomi', 'true');
			expect(await shownSeconds(one, 'first')).toBe(clock.periodSeconds);
		}
	});

	await test.step('the flag falls by itself and both see it', async () => {
		await expect(guest.getByTestId('clock-second')).toHaveAttribute('data-running', 'true');
		for (const left of ['1', '0'])
			for (const one of [page, guest])
				await expect(one.getByTestId('clock-second')).toHaveAttribute('data-periods', left, { timeout: 15_000 });
		for (const board of boards) {
			await expect(board.result).toHaveAttribute('data-reason', 'time', { timeout: 30_000 });
			await expect(board.result).toHaveAttribute('data-winner', 'first');
			await expect(board.result).toContainText(text('reason_time'));
		}
	});
});

test('offers: a takeback, a resignation, a rematch', async ({ page, person }) => {
	const game = 'shogun';
	const guest = await person('guest');
	const table = await newFriendGame(page, guest, game, { side: 'second', clock: 'default' });
	// The guest moves first.
	const boards: [Board, Board] = [table.guest, table.host];
	const { moves } = script(game);
	await playTogether(game, boards, 0, 3);

	await test.step('a takeback is asked for and declined', async () => {
		await button(guest, 'play_takeback').click();
		await page.getByTestId('offer-takeback').getByTestId('offer-decline').click();
		await expect(guest.getByTestId('offer-takeback')).toBeHidden();
		for (const board of boards) await board.shows(moves[2]?.position ?? '');
	});

	await test.step('a takeback is asked for and given', async () => {
		await button(guest, 'play_takeback').click();
		await page.getByTestId('offer-takeback').getByTestId('offer-accept').click();
		for (const board of boards) await board.shows(moves[1]?.position ?? '');
		await playTogether(game, boards, 2, 4);
	});

	await test.step('resigning asks first and ends the game for both', async () => {
		await resign(page);
		for (const board of boards) {
			await expect(board.result).toHaveAttribute('data-reason', 'resignation');
			await expect(board.result).toHaveAttribute('data-winner', 'first');
		}
	});

	await test.step('a rematch with sides exchanged', async () => {
		const before = page.url();
		await button(page, 'play_rematch').click();
		await button(guest, 'play_accept').click();
		for (const one of [page, guest]) await expect(one).not.toHaveURL(before);
		expect(page.url()).toBe(guest.url());
		await expect(table.host.root).toHaveAttribute('data-bottom', 'first');
		await expect(table.guest.root).toHaveAttribute('data-bottom', 'second');
		await playTogether(game, [table.host, table.guest], 0, 2);
	});
});

test('a game can be aborted until both sides have moved, and then only resigned', async ({ page, person }) => {
	const game = 'minishogi';
	const guest = await person('guest');
	const table = await newFriendGame(page, guest, game, { side: 'first', clock: 'default' });
	const boards: [Board, Board] = [table.host, table.guest];
	await playTogether(game, boards, 0, 1);
	await expect(button(page, 'play_resign')).toBeHidden();

	await test.step('it asks first, and ends the game for both without a winner', async () => {
		await button(guest, 'play_abort').click();
		await button(guest.getByRole('dialog'), 'play_abort').click();
		for (const board of boards) {
			await expect(board.result).toHaveAttribute('data-reason', 'aborted');
			await expect(board.result).toContainText(text('reason_aborted'));
			await expect(board.result).not.toContainText(text('result_draw'));
		}
	});

	await test.step('after a move of each side there is nothing to abort', async () => {
		await button(page, 'play_rematch').click();
		await button(guest, 'play_accept').click();
		await expect(table.host.root).toHaveAttribute('data-bottom', 'second');
		await playTogether(game, [table.guest, table.host], 0, 2);
		for (const one of [page, guest]) {
			await expect(button(one, 'play_resign')).toBeVisible();
			await expect(button(one, 'play_abort')).toBeHidden();
		}
	});
});

/** Regression: the result panel covered the offer. */
test('on a phone an offered rematch can be accepted beside the result', async ({ page, person }) => {
	const game = 'torishogi';
	await page.setViewportSize({ width: 360, height: 640 });
	const guest = await person('guest', { viewport: { width: 360, height: 640 } });
	const table = await newFriendGame(page, guest, game, { side: 'first', clock: 'default' });
	await playTogether(game, [table.host, table.guest], 0, 2);
	await resign(page);
	await expect(table.guest.result).toHaveAttribute('data-reason', 'resignation');
	const before = page.url();
	await button(page, 'play_rematch').click();
	await page.getByTestId('offer-rematch').getByTestId('offer-withdraw').click({ trial: true });
	// Regression: the offer hid the reason and the close button.
	const panel = guest.getByTestId('result');
	await expect(panel.getByText(text('reason_resignation'))).toBeInViewport({ ratio: 1 });
	await panel.getByTestId('close-result').click({ trial: true });
	for (const one of [page, guest])
		for (const key of await one.locator('.over').locator('button:visible, a:visible').all())
			expect((await key.boundingBox())?.height, await key.innerText()).toBeGreaterThanOrEqual(40);
	await picture(guest, 'phone-rematch');
	await picture(page, 'phone-rematch-offered');
	await guest.getByTestId('offer-rematch').getByTestId('offer-accept').click();
	for (const one of [page, guest]) await expect(one).not.toHaveURL(before);
	await playTogether(game, [table.guest, table.host], 0, 2);
});

test('while the opponent is away the time until the claim counts down beside its buttons', async ({ page, person }) => {
	const game = 'minishogi';
	const guest = await person('guest');
	const table = await newFriendGame(page, guest, game, { side: 'first', clock: 'default' });
	await playTogether(game, [table.host, table.guest], 0, 3);
	await guest.context().close();
	const banner = page.getByTestId('banner');
	await expect(banner).toContainText(/0:5\d/, { timeout: 20_000 });
	await expect(banner.getByRole('button', { name: text('friend_claim') })).toBeDisabled();
	await picture(page, 'away');
	await page.setViewportSize({ width: 360, height: 640 });
	await expect(banner.getByRole('button')).toHaveCount(0);
	await picture(page, 'phone-away');
});

test('a lost connection is restored automatically', async ({ page, person, complaints }) => {
	const game = 'torishogi';
	const guest = await person('guest');
	const table = await newFriendGame(page, guest, game, { side: 'first', clock: 'default' });
	const boards: [Board, Board] = [table.host, table.guest];
	const { moves } = script(game);
	await playTogether(game, boards, 0, 2);

	complaints.offline = true;
	await guest.context().setOffline(true);
	await expect(guest.getByTestId('banner').first()).toContainText(text('friend_offline'));
	const step = moves[2];
	if (step) await table.host.play(step, 'click');
	await guest.context().setOffline(false);
	await table.guest.shows(step?.position ?? '');
	complaints.offline = false;
	await playTogether(game, boards, 3, 6);
});

test('the home page shows the turn when it is visible again', async ({ page, person }) => {
	const friend = await person('friend');
	const { host, guest } = await newFriendGame(page, friend, 'minishogi', { side: 'first', clock: 'none' });
	const [first, second] = script('minishogi').moves;
	if (!first || !second) throw new Error('the script has no moves');
	await host.play(first, 'click');
	await page.goto('/');
	const list = page.getByTestId('unfinished');
	await expect(list).toContainText(text('home_their_turn'));
	await guest.play(second, 'click');
	await guest.shows(second.position);
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await expect(list).toContainText(text('home_your_turn'));
});
