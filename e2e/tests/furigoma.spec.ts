/** Furigoma: shown once, the same for both players, and kept in the record. */
import type { Page } from '@playwright/test';
import { text } from '../lib/messages.ts';
import { button, region, textbox } from '../lib/named.ts';
import { fillForm, newFriendGame, newGame, openForm } from '../lib/newGame.ts';
import { picture } from '../lib/pictures.ts';
import { expect, test } from '../lib/test.ts';

test.use({ reducedMotion: 'no-preference' });

/** Reads the faces at once, since the panel closes after some seconds. */
async function faces(page: Page): Promise<string[]> {
	await expect(page.getByTestId('furigoma-4')).toBeVisible();
	return region(page, 'furigoma_title').evaluate((panel) =>
		[0, 1, 2, 3, 4].map(
			(pawn) => panel.querySelector(`[data-testid="furigoma-${pawn}"]`)?.getAttribute('data-face') ?? '',
		),
	);
}

function sideOf(shown: string[]): string {
	return shown.filter((face) => face === 'pawn').length >= 3 ? 'first' : 'second';
}

test('online, both players see the server’s toss once', async ({ page, person }) => {
	const guest = await person('guest', { reducedMotion: 'reduce' });
	const table = await newFriendGame(page, guest, 'shogi', { side: 'random', clock: 'default' });
	const [shown, other] = await Promise.all([faces(page), faces(guest)]);
	expect(other).toEqual(shown);
	const [starts, follows] = sideOf(shown) === 'first' ? [page, guest] : [guest, page];
	await Promise.all([
		expect(region(starts, 'furigoma_title')).toContainText('You play first (Sente)'),
		expect(region(follows, 'furigoma_title')).toContainText('You play second (Gote)'),
	]);
	const { furigoma } = (
		await (await page.request.get(`/api/games/${new URL(page.url()).pathname.split('/').at(-1)}`)).json()
	).snapshot;
	expect(furigoma).toEqual({ tosser: sideOf(shown), faces: shown });
	// The host tosses and plays the side that fell.
	await expect(table.host.root).toHaveAttribute('data-bottom', sideOf(shown));
	await picture(page, 'furigoma');

	await page.reload();
	await expect(page.getByTestId('toss')).toContainText(shown.map((face) => (face === 'pawn' ? '歩' : 'と')).join(''));
	await expect(region(page, 'furigoma_title')).toBeHidden();

	// A move closes the panel; otherwise it closes when the first clock starts.
	const [first, second] = sideOf(shown) === 'first' ? [table.host, table.guest] : [table.guest, table.host];
	await first.put({ from: '7g', to: '7f' }, 'click');
	await expect(region(first.page, 'furigoma_title')).toBeHidden();
	await second.mayMove('second');
	await second.put({ from: '3c', to: '3d' }, 'click');
	await expect(region(guest, 'furigoma_title')).toBeHidden();
	for (const one of [page, guest]) await expect(one.getByTestId('toss')).toBeHidden();
});

test('a drawn side stays hidden until the friend joins, also after a reload', async ({ page, person }) => {
	for (const game of ['shogi', 'torishogi'] as const) {
		await openForm(page, game);
		await fillForm(page, { opponent: 'friend', side: 'random', clock: 'none' });
		await button(page, 'new_invite').click();
		const room = page.getByTestId('waiting-room');
		await expect(room).toContainText(text('friend_side_later'));
		for (const side of ['Sente', 'Gote']) await expect(room).not.toContainText(side);
		await page.reload();
		await expect(room).toContainText(text('friend_side_later'));
		if (game !== 'shogi') continue;
		// Both pages show five pawns.
		const guest = await person('guest');
		await guest.goto(await textbox(page, 'friend_link').inputValue());
		await expect(guest.getByTestId('invitation')).toContainText(text('friend_side_later'));
	}
});

test('on one device and against the computer the page tosses, and the record has the result', async ({ page }) => {
	for (const opponent of ['device', 'computer'] as const) {
		const board = await newGame(page, 'minishogi', { opponent, side: 'random', clock: 'none' });
		const shown = await faces(page);
		await expect(board.root).toHaveAttribute('data-bottom', sideOf(shown));
		const line = await page.getByTestId('toss').textContent();
		await page.keyboard.press('Escape');
		await expect(region(page, 'furigoma_title')).toBeHidden();
		await page.reload();
		if (opponent === 'computer' && sideOf(shown) === 'second')
			await expect(board.root).toHaveAttribute('data-ply', '1');
		else await expect(page.getByTestId('toss')).toHaveText(line ?? '');
		await expect(region(page, 'furigoma_title')).toBeHidden();
	}
});

test('handicap games and variants without the custom have no toss', async ({ page }) => {
	await newGame(page, 'torishogi', { opponent: 'computer', side: 'random', clock: 'none' });
	await expect(region(page, 'furigoma_title')).toBeHidden();
	await expect(page.getByTestId('toss')).toBeHidden();
	await openForm(page, 'shogi');
	await fillForm(page, { opponent: 'computer', side: 'random', clock: 'none', handicap: 'rook' });
	await button(page, 'new_start').click();
	await expect(page.getByTestId('game')).toBeVisible();
	await expect(page.getByTestId('toss')).toBeHidden();
});
