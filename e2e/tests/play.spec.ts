/** Play page: help, result, messages. */
import { text } from '../lib/messages.ts';
import { button } from '../lib/named.ts';
import { choose, newFriendGame, newGame, openForm, unfold } from '../lib/newGame.ts';
import { serviceWorkerActive } from '../lib/offline.ts';
import { expect, test } from '../lib/test.ts';

const AGAINST = { opponent: 'computer', level: 1, side: 'first', clock: 'none' } as const;

test('a hint shows the piece, then the destination, also by keyboard', async ({ page }) => {
	const board = await newGame(page, 'minishogi', AGAINST);
	await button(page, 'play_hint').click();
	await expect(board.status).toContainText('Press again to see where.');
	await expect(page.locator('sq.aim')).toHaveCount(1);
	await page.keyboard.press('n');
	await expect(page.locator('sq.aim')).toHaveCount(2);
	await expect(board.status).toHaveText(/^Hint: \w+ from \d\d to \d\d/);
	await expect(page.getByTestId('said')).toContainText('Hint:');
	// The hinted move is legal and clears the hint.
	const words = (await board.status.innerText()).match(/from (\d)(\d) to (\d)(\d)/);
	const squareOf = (file = '', rank = '') => `${file}${'abcde'[Number(rank) - 1]}`;
	await board.put({ from: squareOf(words?.[1], words?.[2]), to: squareOf(words?.[3], words?.[4]) }, 'click');
	await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
	await expect(page.locator('sq.aim')).toHaveCount(0);
});

test('help with a clock is chosen on the form, remembered, and given', async ({ page }) => {
	await openForm(page, 'minishogi');
	await choose(page, 'opponent-computer');
	await unfold(page, 'clock-none');
	await expect(page.getByTestId('clock-none')).toBeAttached();
	await expect(page.getByTestId('help')).toHaveCount(0);
	await choose(page, 'clock-byoyomi');
	await expect(page.getByTestId('help')).not.toBeChecked();
	await choose(page, 'opponent-device');
	await choose(page, 'clock-byoyomi');
	await expect(page.getByTestId('help')).toHaveCount(0);
	const clock = { mainSeconds: 600, periodSeconds: 30, periods: 1 };
	const board = await newGame(page, 'minishogi', { ...AGAINST, clock, help: true });
	await board.put({ from: '5d', to: '5c' }, 'click');
	await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
	for (const one of ['play_attacked', 'play_takeback'] as const) await expect(button(page, one)).toBeVisible();
	await button(page, 'play_hint').click();
	await expect(board.status).toContainText('Hint:', { timeout: 30_000 });
	await openForm(page, 'minishogi');
	await expect(page.getByTestId('again-minishogi')).toContainText(text('new_help'));
	await unfold(page, 'help');
	await expect(page.getByTestId('help')).toBeChecked();
});

test('the list of moves keeps its end in view, unless its reader has scrolled away', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 620 });
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	const list = page.getByTestId('moves');
	const left = () => list.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
	let ply = 0;
	const play = async (...moves: string[]) => {
		for (const move of moves) {
			await board.put({ from: move.slice(0, 2), to: move.slice(2) }, 'click');
			ply += 1;
			await expect(board.root).toHaveAttribute('data-ply', String(ply));
		}
	};
	const toAndFro = ['2h3h', '8b7b', '3h2h', '7b8b'];
	await play(...toAndFro, ...toAndFro);
	await play('2g2f', '8c8d', '1g1f', '9c9d', '9g9f', '1c1d', '5g5f', '5c5d', '6g6f', '4c4d');
	await play(...toAndFro, ...toAndFro);
	expect(await list.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeGreaterThan(40);
	expect(await left()).toBeLessThan(3);
	await list.evaluate((one) => one.scrollTo(0, 0));
	await expect.poll(left).toBeGreaterThan(40);
	await play('3g3f', '7c7d');
	expect(await list.evaluate((one) => one.scrollTop)).toBe(0);
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('ArrowRight');
	await expect.poll(left).toBeLessThan(3);
});

test('a game aborted before a move has nothing to analyse', async ({ page, person }) => {
	const guest = await person('guest');
	const table = await newFriendGame(page, guest, 'minishogi', { side: 'first', clock: 'none' });
	await button(page, 'play_abort').click();
	await button(page.getByRole('dialog'), 'play_abort').click();
	await expect(table.host.result).toHaveAttribute('data-reason', 'aborted');
	await expect(page.getByTestId('new-game')).toBeVisible();
	await expect(page.getByTestId('analyse-result')).toHaveCount(0);
	await button(page, 'play_menu').click();
	await expect(page.getByTestId('open-share')).toBeVisible();
	await expect(page.getByTestId('analyse')).toHaveCount(0);
});

test('a draw needs the confirmation of the offering player and of the opponent', async ({ page, person }) => {
	const guest = await person('guest');
	const table = await newFriendGame(page, guest, 'shogun', { side: 'first', clock: 'none' });
	await table.host.put({ from: '4g', to: '4e' }, 'click');
	await table.guest.mayMove('second');
	await expect(button(page, 'play_draw')).toContainText('Offer a draw');
	await button(page, 'play_draw').click();
	await button(page.getByRole('dialog'), 'play_cancel').click();
	await expect(page.getByTestId('offer-draw')).toBeHidden();
	await button(page, 'play_draw').click();
	await button(page.getByRole('dialog'), 'play_yes').click();
	await expect(page.getByTestId('offer-draw')).toContainText('You offered a draw.');
	await guest.getByTestId('offer-draw').getByTestId('offer-accept').click();
	await expect(table.host.result).toHaveAttribute('data-reason', 'agreement');
});

test('a move made offline in an online game survives a reload and is sent', async ({ page, person, complaints }) => {
	const guest = await person('guest', { serviceWorkers: 'allow' });
	const table = await newFriendGame(page, guest, 'minishogi', { side: 'second', clock: 'none' });
	await serviceWorkerActive(guest);
	complaints.offline = true;
	await guest.context().setOffline(true);
	await table.guest.put({ from: '5d', to: '5c' }, 'click');
	await expect(table.guest.root).toHaveAttribute('data-ply', '1');
	await expect(guest.getByTestId('note-bottom')).toHaveText('not sent yet');
	await guest.reload();
	await expect(table.guest.root).toHaveAttribute('data-ply', '1');
	await expect(guest.getByTestId('note-bottom')).toHaveText('not sent yet');
	await guest.context().setOffline(false);
	await expect(table.host.root).toHaveAttribute('data-ply', '1', { timeout: 20_000 });
	await expect(guest.getByTestId('note-bottom')).toHaveText('');
	complaints.offline = false;
});

test('the piece card is beside the move list, not over it', async ({ page }) => {
	const board = await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	for (const [width, height] of [
		[1280, 800],
		[1024, 768],
		[1920, 1080],
	] as const) {
		await page.setViewportSize({ width, height });
		await page.waitForFunction((w) => innerWidth === w, width);
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
		const at = await board.square('8h');
		await page.mouse.move(at.x - 3, at.y);
		await page.mouse.move(at.x, at.y);
		const card = page.getByTestId('helper');
		await expect(card).toBeVisible();
		const [shown, list] = await Promise.all([card.boundingBox(), page.getByTestId('moves').boundingBox()]);
		if (!shown || !list) throw new Error('there is no card or no list');
		const apart =
			shown.x + shown.width <= list.x ||
			list.x + list.width <= shown.x ||
			shown.y + shown.height <= list.y ||
			list.y + list.height <= shown.y;
		expect(apart, `${width}×${height}`).toBe(true);
		await page.mouse.move(5, height - 5);
		await expect(card).toBeHidden();
	}
});

test.describe('with default settings', () => {
	test.use({ instant: false });

	test('the computer answers after a delay of at most 1.5 s', async ({ page }) => {
		const board = await newGame(page, 'minishogi', AGAINST);
		await board.put({ from: '5d', to: '5c' }, 'click');
		await expect(board.root).toHaveAttribute('data-ply', '1');
		const asked = Date.now();
		await expect(page.getByTestId('note-top')).not.toBeEmpty();
		await expect(board.root).toHaveAttribute('data-ply', '2', { timeout: 60_000 });
		expect(Date.now() - asked).toBeGreaterThan(150);
	});
});
