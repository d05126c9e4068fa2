/** Premoves, online and against the computer. */

import { button } from '../lib/named.ts';
import { newFriendGame, newGame } from '../lib/newGame.ts';
import { picture } from '../lib/pictures.ts';
import { expect, test } from '../lib/test.ts';

test.use({ reducedMotion: 'no-preference' });

test('an online premove is set, survives a reload, is cancelled, played and dropped', async ({ page, person }) => {
	const guest = await person('guest');
	const clock = { mainSeconds: 600, periodSeconds: 30, periods: 1 };
	const table = await newFriendGame(page, guest, 'minishogi', { side: 'first', clock });
	const mine = table.host;
	const theirs = table.guest;

	await test.step('set by two clicks, shown to its owner alone', async () => {
		await theirs.put({ from: '1b', to: '1c' }, 'click');
		await expect(theirs.root).toHaveAttribute('data-premove', '1b1c');
		await expect(guest.locator('sq.premove')).toHaveCount(2);
		await expect(theirs.status).toHaveAttribute('data-kind', 'premove');
		await picture(guest, 'premove');
		await expect(page.locator('sq.premove')).toHaveCount(0);
	});

	await test.step('the server sends it again after a reload', async () => {
		await guest.reload();
		await expect(theirs.root).toHaveAttribute('data-premove', '1b1c');
	});

	await test.step('Escape takes it back, on the server as well', async () => {
		await guest.keyboard.press('Escape');
		await expect(theirs.root).not.toHaveAttribute('data-premove');
		await guest.reload();
		await expect(guest.getByTestId('game')).toBeVisible();
		await expect(theirs.root).not.toHaveAttribute('data-premove');
	});

	await test.step('a press on the board takes it back, too', async () => {
		await theirs.put({ from: '1b', to: '1c' }, 'click');
		await expect(theirs.root).toHaveAttribute('data-premove', '1b1c');
		const { x, y } = await theirs.square('3c');
		await guest.mouse.click(x, y);
		await expect(theirs.root).not.toHaveAttribute('data-premove');
	});

	await test.step('the last one set, by a drag, is played at once', async () => {
		await theirs.put({ from: '1b', to: '1c' }, 'drag');
		await expect(theirs.root).toHaveAttribute('data-premove', '1b1c');
		await mine.put({ from: '5d', to: '5c' }, 'click');
		for (const board of [mine, theirs]) {
			await expect(board.root).toHaveAttribute('data-ply', '2');
			await expect(board.root).not.toHaveAttribute('data-premove');
		}
		await expect(page.getByTestId('move-2')).toBeVisible();
	});

	await test.step('what is no longer legal is dropped without a word', async () => {
		// Legal only if the pawn had moved.
		await theirs.put({ from: '5a', to: '5d' }, 'click');
		await expect(theirs.root).toHaveAttribute('data-premove', '5a5d');
		await mine.put({ from: '3e', to: '3d' }, 'click');
		await theirs.mayMove('second');
		await expect(theirs.root).toHaveAttribute('data-ply', '3');
		await expect(theirs.root).not.toHaveAttribute('data-premove');
		await expect(guest.getByTestId('banner')).toHaveCount(0);
		await expect(theirs.refusal).toBeHidden();
	});

	await test.step('it costs nothing', async () => {
		const { snapshot } = await (
			await page.request.get(`/api/games/${new URL(page.url()).pathname.split('/').at(-1)}`)
		).json();
		expect(snapshot.moves).toEqual(['5d5c', '1b1c', '3e3d']);
		expect(snapshot.clock.left.second.main_ms).toBeGreaterThan(590_000);
	});
});

test('a predrop that has become illegal is dropped silently, a legal one is played', async ({ page, person }) => {
	const guest = await person('guest');
	const position = '4k/5/5/5/K4 b Pp 1';
	const table = await newFriendGame(page, guest, 'minishogi', { side: 'first', clock: 'default', position });
	const mine = table.host;
	const theirs = table.guest;
	const predrop = async (to: string) => {
		await guest.getByTestId('hand-second-P').click();
		const { x, y } = await theirs.square(to);
		await guest.mouse.click(x, y);
		await expect(theirs.root).toHaveAttribute('data-premove', `P*${to}`);
		await expect(guest.locator('sq.premove')).toHaveCount(1);
		await expect(theirs.status).toHaveAttribute('data-kind', 'premove');
	};
	await predrop('3c');
	await mine.put({ drop: 'P', to: '3c' }, 'click');
	await theirs.mayMove('second');
	await expect(theirs.root).toHaveAttribute('data-ply', '1');
	await expect(theirs.root).not.toHaveAttribute('data-premove');
	await expect(theirs.refusal).toBeHidden();
	await expect(guest.getByTestId('banner')).toHaveCount(0);

	await theirs.put({ from: '1a', to: '1b' }, 'click');
	await mine.mayMove('first');
	await predrop('2c');
	await mine.put({ from: '5e', to: '5d' }, 'click');
	for (const board of [mine, theirs]) await board.shows('5/4k/2Pp1/K4/5 b - 5');
});

test('against the computer promotion is chosen when the premove is set, and an illegal premove is dropped', async ({
	page,
}) => {
	// Holds the computer's reply until the premove is set.
	let answer = () => {};
	const set = new Promise<void>((go) => {
		answer = go;
	});
	await page.route(/engine_bg.*\.wasm/, async (route) => {
		await set;
		await route.continue();
	});
	const board = await newGame(page, 'shogi', { opponent: 'computer', level: 'full', side: 'first', clock: 'none' });
	await board.put({ from: '7g', to: '7f' }, 'click');
	await expect(board.root).toHaveAttribute('data-ply', '1');
	// The promotion question comes when the premove is set.
	await board.put({ from: '8h', to: '2b' }, 'click');
	await button(page, 'promotion_yes').click();
	await expect(board.root).toHaveAttribute('data-premove', '8h2b+');
	await expect(board.status).toContainText('→');
	answer();
	// Legal only if the computer opens the diagonal; in either case the premove is gone.
	await expect(board.root).not.toHaveAttribute('data-premove', { timeout: 60_000 });
	await expect(board.root).toHaveAttribute('data-mover', 'first', { timeout: 60_000 });
	await expect(page.getByTestId('refusal')).toBeHidden();
});
