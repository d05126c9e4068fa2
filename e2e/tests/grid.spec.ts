/** Keyboard grid over the board, and its announcements. */
import { Keyboard } from '../lib/keyboard.ts';
import { text } from '../lib/messages.ts';
import { button, region } from '../lib/named.ts';
import { newFriendGame } from '../lib/newGame.ts';
import { picture } from '../lib/pictures.ts';
import { script, sideAt } from '../lib/scripts.ts';
import { expect, test } from '../lib/test.ts';

test('minishogi: a whole game by arrow keys, Enter and Tab alone', async ({ page }) => {
	const { start, moves, outcome } = script('minishogi');
	const keyboard = new Keyboard(page, 'minishogi');
	await keyboard.newGame();
	await keyboard.shows(start);
	await keyboard.tabTo(page.locator('[data-key][tabindex="0"]'));
	for (const [ply, step] of moves.entries()) {
		await keyboard.play(step, sideAt(ply));
		if (ply === 20) await picture(page, 'grid-minishogi');
	}
	await expect(keyboard.said.last()).toHaveText(/^Game over: .+ wins: Checkmate$/);
	await expect(region(page, 'result_title')).toHaveAttribute('data-reason', outcome.reason);
	// A finished game can be read but not played.
	await keyboard.press('Enter');
	await expect(keyboard.alerted).toHaveText(text('refusal_game_over'));
	await expect(page.getByTestId('refusal')).toHaveText(text('refusal_game_over'));
	await keyboard.press('Escape');
	await expect(page.getByTestId('refusal')).toHaveCount(0);
});

test('while waiting or browsing the board can be read, and explains that nothing can move', async ({ person }) => {
	const host = await person('host');
	const guest = await person('guest');
	await newFriendGame(host, guest, 'minishogi', { side: 'first', clock: 'default' });
	const there = new Keyboard(guest, 'minishogi');
	await there.press('b');
	expect(await there.label()).toContain('King, Gote');
	await there.type('P-34');
	await expect(there.alerted).toHaveText(text('refusal_not_your_turn'));
	await there.press('Escape');
	await there.press('Escape');
	// A premove on the grid: the pawn before the king.
	await there.press('b');
	await there.press('ArrowUp');
	await there.press('Enter');
	await there.press('ArrowUp');
	await there.press('Enter');
	await expect(guest.getByTestId('status')).toHaveAttribute('data-kind', 'premove');
	const premove = (await guest.getByTestId('status').textContent())?.trim() ?? '';
	await expect(there.said.last()).toHaveText(premove);
	const here = new Keyboard(host, 'minishogi');
	await here.type('P-53');
	for (const { said } of [here, there]) {
		await expect(said.filter({ hasText: 'Sente: Pawn from 5 4 to 5 3' })).toHaveCount(1);
		await expect(said.last()).toHaveText('Gote: Pawn from 1 2 to 1 3');
	}
	await there.press('c');
	await expect(there.said.last()).toHaveText(/^You: .+ byo-yomi periods? left. Guest \w{4}: /);
	await there.press('b');
	await there.press('Tab');
	await there.press('Shift+Tab');
	await button(guest, 'play_back').click();
	await expect(there.said.last()).toHaveText('Move 1. Sente: Pawn from 5 4 to 5 3');
	await guest.locator('sg-pieces').click();
	await expect(there.alerted).toHaveText(text('refusal_not_now'));
	await button(host, 'play_takeback').click();
	await expect(there.said.filter({ hasText: /^Guest \w{4} asks to take back a move\.$/ })).toHaveCount(1);
});
