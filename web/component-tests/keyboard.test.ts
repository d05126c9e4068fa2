/** Typed moves, shortcuts, and the grid of screen readers. */
import { expect, test } from 'vitest';
import {
	alerted,
	all,
	at,
	button,
	has,
	hidden,
	inLocale,
	lastSaid,
	m,
	named,
	openGame,
	page,
	press,
	reads,
	said,
	visible,
} from './support';

const input = () => at('typed-input');
const focusedSquare = () => document.activeElement?.getAttribute('data-key') ?? null;
const label = () => document.activeElement?.getAttribute('aria-label') ?? '';

async function type(text: string): Promise<void> {
	if (!input().query()?.checkVisibility()) await press('m');
	await expect.element(input()).toHaveFocus();
	await input().fill(text);
	await press('{Enter}');
}

/** Arrow keys, with the first side at the bottom. */
async function walkTo(square: string): Promise<void> {
	const from = focusedSquare() ?? '';
	const files = Number(from[0]) - Number(square[0]);
	const ranks = square.charCodeAt(1) - from.charCodeAt(1);
	const keys = (name: string, times: number) => `{${name}}`.repeat(Math.abs(times));
	await press(keys(files > 0 ? 'ArrowRight' : 'ArrowLeft', files) + keys(ranks > 0 ? 'ArrowDown' : 'ArrowUp', ranks));
	expect(focusedSquare()).toBe(square);
}

async function resign(): Promise<void> {
	await button(m.play_resign()).click();
	await page.getByRole('dialog').getByRole('button', { name: m.play_resign(), exact: true }).click();
}

test('typed moves are completed and explained', async () => {
	await openGame('shogi');
	const hint = at('typed-hint');
	const options = () =>
		at('typed')
			.getByRole('option')
			.elements()
			.map((one) => one.textContent?.trim());

	await type('nonsense');
	await reads(hint, '“nonsense” is not a move');
	await reads(alerted(), '“nonsense” is not a move');
	await type('G-58');
	await reads(hint, '“G-58” could be G69-58 / G49-58');
	await expect.poll(options).toEqual(['G69-58 6i5h', 'G49-58 4i5h']);
	// Regression: the input line covered the buttons of the game.
	for (const name of [m.play_flip(), m.play_menu()]) {
		const key = button(name).element();
		const { left, top, width, height } = key.getBoundingClientRect();
		const hit = document.elementFromPoint(left + width / 2, top + height / 2);
		expect(key.contains(hit), name).toBe(true);
	}
	await type('R-23');
	await reads(alerted(), m.refusal_blocked());
	await type('N-65');
	await reads(alerted(), 'A knight doesn’t move like that.');

	await input().fill('７六');
	await expect.poll(options).toEqual(['P-76 7g7f']);
	await press('{ArrowDown}');
	await has(input(), 'aria-activedescendant', 'typed-move-0');
	await press('{Enter}');
	await lastSaid('Sente: Pawn from 7 7 to 7 6');
	await type('3四歩');
	await lastSaid('Gote: Pawn from 3 3 to 3 4');
	await type('22角成');
	await lastSaid('Sente: Bishop from 8 8 takes Bishop on 2 2, promotes to Horse');
	await type('同銀');
	await lastSaid('Gote: Silver from 3 1 takes Horse on 2 2');
});

test('shortcuts announce information, and their list opens and closes', async () => {
	await openGame('minishogi');
	await type('P-53');
	await press('{Escape}');
	await press('t');
	await lastSaid('Gote to move');
	await press('l');
	await lastSaid('Sente: Pawn from 5 4 to 5 3');
	await press('c');
	await lastSaid(m.clock_text_none());
	await press('{ArrowLeft}');
	await lastSaid(m.say_at_start());
	await press('{ArrowRight}');
	await lastSaid('Latest move. Sente: Pawn from 5 4 to 5 3');

	// The dialog restores the focus.
	await press('b');
	const before = focusedSquare();
	await press('?');
	const keys = named('dialog', m.keys_title());
	await visible(keys);
	await expect.element(keys.getByRole('button', { name: m.settings_close(), exact: true })).toHaveFocus();
	expect(keys.element().scrollTop).toBe(0);
	for (let i = 0; i < 5; i++) {
		await press('{Tab}');
		const inside = document.activeElement === document.body || document.activeElement?.closest('dialog') !== null;
		expect(inside, 'the focus stays in the dialog').toBe(true);
	}
	await named('checkbox', m.keys_single()).click();
	await press('{Escape}');
	await hidden(keys);
	expect(focusedSquare()).toBe(before);
	await press('m');
	await press('?');
	await hidden(at('typed'));
	await hidden(keys);

	// The end of a game removes the focused button.
	await resign();
	await lastSaid('Game over: Sente wins: Resignation');
	await expect.element(named('region', m.result_title()).getByRole('heading')).toHaveFocus();
});

test('after the end neither the log nor the turn shortcut names a side to move', async () => {
	await openGame('minishogi');
	await type('P-53');
	await press('{Escape}');
	await press('t');
	const turns = () => said().filter((line) => line === m.play_turn({ side: 'Gote' })).length;
	const overs = () => said().filter((line) => line.startsWith('Game over: Sente wins')).length;
	await expect.poll(turns).toBe(1);
	await resign();
	await expect.poll(overs).toBe(1);
	expect(turns()).toBe(0);
	await press('t');
	await expect.poll(overs).toBe(2);
	expect(turns()).toBe(0);
});

test('every square announces its piece and attackers', async () => {
	await openGame('shogi', { start: '4k4/9/4P4/9/4S4/9/9/4+R4/4K4 b P 1' });
	await press('b');
	expect(label()).toMatch(/^5 9, King, Sente, guarded by Dragon 5 8$/);
	await walkTo('5h');
	expect(label()).toBe('5 8, Dragon, Sente, promoted, guarded by King 5 9');
	await press('{PageUp}');
	expect(label()).toBe('5 1, King, Gote');
	await press('{ArrowDown}');
	expect(label()).toBe('5 2, empty, attacked by Sente: Pawn 5 3, attacked by Gote: King 5 1');
	await press('{Home}');
	expect(focusedSquare()).toBe('9b');
	await press('{Control>}{End}{/Control}');
	expect(focusedSquare()).toBe('1i');

	await walkTo('5e');
	await press(' ');
	await lastSaid('Silver picked up. It can go to 6 4, 5 4, 4 4, 6 6, 4 6');
	await press('{Escape}');
	await lastSaid(m.say_put_back());
	await press('{Enter}{ArrowDown}{Enter}');
	await reads(alerted(), 'A silver doesn’t move like that.');
	await press('{ArrowDown}{Escape}{Enter}');
	await reads(alerted(), m.refusal_no_piece());

	// The focus ring is on the visible square.
	const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element);
	expect([outlineStyle, outlineWidth]).toEqual(['solid', '3px']);
	const [cell, board] = ['[data-key="5g"]', 'sg-board'].map((one) => all(one)[0]?.getBoundingClientRect());
	expect(Math.abs((cell?.x ?? 0) - (board?.x ?? 0) - ((board?.width ?? 0) * 4) / 9)).toBeLessThan(1.5);
	expect(Math.abs((cell?.y ?? 0) - (board?.y ?? 0) - ((board?.height ?? 0) * 6) / 9)).toBeLessThan(1.5);

	await press('h');
	await has(at('hand-first-P'), 'data-ring', '');
	await press('{Enter}');
	await lastSaid(/Pawn picked up\. It can go to/);
	await walkTo('5f');
	await press('{Enter}');
	await reads(alerted(), m.refusal_nifu());
});

test('the grid speaks Japanese', () =>
	inLocale('ja', async () => {
		await openGame('shogi', {}, { locale: 'ja' });
		await press('b');
		await walkTo('7g');
		expect(label()).toBe('7七、先手の歩、味方の利き：桂 8九、角 8八');
		await press('{Enter}{ArrowUp}{Enter}');
		await lastSaid('先手、7七の歩を7六へ');
		await type('７六歩');
		await reads(alerted(), '歩');
	}));
