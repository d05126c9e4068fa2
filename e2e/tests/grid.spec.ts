/** Keyboard grid over the board, and its announcements. */
import { Keyboard } from '../lib/keyboard.ts';
import { text } from '../lib/messages.ts';
import { button, region } from '../lib/named.ts';
import { newFriendGame, newGame } from '../lib/newGame.ts';
import { glimpse } from '../lib/pictures.ts';
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
		if (ply === 20) await glimpse(page, 'grid-minishogi');
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

test('every square announces its piece and attackers', async ({ page }) => {
	const keyboard = new Keyboard(page, 'shogi');
	await newGame(page, 'shogi', {
		opponent: 'device',
		clock: 'none',
		position: '4k4/9/4P4/9/4S4/9/9/4+R4/4K4 b P 1',
	});
	await keyboard.press('b');
	expect(await keyboard.label()).toMatch(/^5 9, King, Sente, guarded by Dragon 5 8$/);
	await keyboard.walkTo('5h');
	expect(await keyboard.label()).toBe('5 8, Dragon, Sente, promoted, guarded by King 5 9');
	await keyboard.press('PageUp');
	expect(await keyboard.label()).toBe('5 1, King, Gote');
	await keyboard.press('ArrowDown');
	expect(await keyboard.label()).toBe('5 2, empty, attacked by Sente: Pawn 5 3, attacked by Gote: King 5 1');
	await keyboard.press('Home');
	expect(await keyboard.focused()).toBe('9b');
	await keyboard.press('Control+End');
	expect(await keyboard.focused()).toBe('1i');

	await keyboard.walkTo('5e');
	await keyboard.press('Space');
	await expect(keyboard.said.last()).toHaveText('Silver picked up. It can go to 6 4, 5 4, 4 4, 6 6, 4 6');
	await keyboard.press('Escape');
	await expect(keyboard.said.last()).toHaveText(text('say_put_back'));
	await keyboard.press('Enter');
	await keyboard.press('ArrowDown');
	await keyboard.press('Enter');
	await expect(keyboard.alerted).toHaveText('A silver doesn’t move like that.');
	await keyboard.press('ArrowDown');
	await keyboard.press('Escape');
	await keyboard.press('Enter');
	await expect(keyboard.alerted).toHaveText(text('refusal_no_piece'));

	// The focus ring is on the visible square.
	const ring = await page.evaluate(() => {
		const style = getComputedStyle(document.activeElement as Element);
		return { style: style.outlineStyle, width: style.outlineWidth };
	});
	expect(ring).toEqual({ style: 'solid', width: '3px' });
	const cell = await page.locator('[data-key="5g"]').boundingBox();
	const board = await page.locator('sg-board').boundingBox();
	expect(Math.abs((cell?.x ?? 0) - (board?.x ?? 0) - ((board?.width ?? 0) * 4) / 9)).toBeLessThan(1.5);
	expect(Math.abs((cell?.y ?? 0) - (board?.y ?? 0) - ((board?.height ?? 0) * 6) / 9)).toBeLessThan(1.5);

	await keyboard.press('h');
	await expect(page.getByTestId('hand-first-P')).toHaveAttribute('data-ring', '');
	await keyboard.press('Enter');
	await expect(keyboard.said.last()).toContainText('Pawn picked up. It can go to');
	await keyboard.walkTo('5f');
	await keyboard.press('Enter');
	await expect(keyboard.alerted).toHaveText(text('refusal_nifu'));
});

test('the grid speaks Japanese', async ({ person }) => {
	const page = await person('a reader of Japanese', { locale: 'ja' });
	await newGame(page, 'shogi', { opponent: 'device', clock: 'none' });
	const keyboard = new Keyboard(page, 'shogi');
	await keyboard.press('b');
	await keyboard.walkTo('7g');
	expect(await keyboard.label()).toBe('7七、先手の歩、味方の利き：桂 8九、角 8八');
	await keyboard.press('Enter');
	await keyboard.press('ArrowUp');
	await keyboard.press('Enter');
	await expect(keyboard.said.last()).toHaveText('先手、7七の歩を7六へ');
	await keyboard.type('７六歩');
	await expect(keyboard.alerted).toContainText('歩');
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
