/** Movement helper by mouse and keyboard, without disturbing play. */
import { expect, test } from 'vitest';
import type { VariantId } from '../src/rules/variant';
import {
	all,
	at,
	button,
	clickSquare,
	count,
	has,
	hoverSquare,
	lastSaid,
	m,
	named,
	openGame,
	press,
	put,
	reads,
	visible,
} from './support';

/** A gold pinned to its king, a rook that may promote, a pawn in hand whose file has one. */
const PINNED = '4r3k/9/9/9/9/9/4G4/R3P4/4K4 b P 1';
const card = () => at('helper');
const ways = (legal: boolean) =>
	all(`[data-way][data-legal="${legal}"]`)
		.map((one) => one.dataset.way ?? '')
		.sort();
const rest = (game: VariantId, square: string) => hoverSquare(game, square);
async function focusCell(square: string): Promise<void> {
	const cell = () => all(`[role="gridcell"][data-key="${square}"]`)[0];
	await expect.poll(cell).toBeDefined();
	cell()?.focus();
	await expect.poll(() => document.activeElement === cell()).toBe(true);
}
const letters = () => all('[data-testid="helper"] .letter').map((one) => one.textContent?.trim());

test('hovering a piece shows its moves without affecting play', async () => {
	await openGame('shogi', { start: '4r3k/9/9/9/9/9/4G4/R8/4K4 b P 1' });
	await rest('shogi', '5g');
	await reads(card(), 'Gold');
	// Piece letter of records.
	expect(letters()).toEqual(['G']);
	expect(ways(true)).toEqual(['5f', '5h']);
	expect(ways(false)).toEqual(['4f', '4g', '6f', '6g']);
	await rest('shogi', '9h');
	await reads(card(), 'Dragon');
	expect(all('[data-testid="helper"] svg')).toHaveLength(2);
	expect(letters()).toEqual(['R', '+R']);
	await press('{Escape}');
	await count(card(), 0);
	await rest('shogi', '5a');
	await reads(card(), 'Rook');
	// Moves of the side not to move.
	expect(ways(true)).toContain('5g');
	expect(ways(false)).toEqual([]);
	await at('hand-first-P').hover({ force: true });
	await reads(card(), 'Pawn');
	expect(ways(true)).toContain('4e');
	await rest('shogi', '9h');
	await visible(card());
	await put('shogi', '9h', '9c');
	await at('promote-yes').click();
	await has(at('board'), 'data-ply', '1');
	await count(card(), 0);
	// A click is no request for help.
	await clickSquare('shogi', '5a');
	await rest('shogi', '5a');
	await new Promise((done) => setTimeout(done, 1_200));
	await count(card(), 0);
	await clickSquare('shogi', '5c');
	await has(at('board'), 'data-ply', '2');
});

test('the setting turns it off', async () => {
	await openGame('minishogi');
	await rest('minishogi', '1e');
	await visible(card());
	await button(m.nav_settings()).click();
	const setting = named('checkbox', m.settings_helper());
	await expect.element(setting).toHaveAccessibleDescription(/^Tap an opponent’s piece, long-press/);
	await setting.click();
	await at('close-settings').click();
	await rest('minishogi', '3c');
	await rest('minishogi', '1e');
	// Longer than the hover delay.
	await new Promise((done) => setTimeout(done, 1_200));
	await count(card(), 0);
	await focusCell('1e');
	await press('i');
	await count(card(), 0);
});

test('the key i announces and shows the moves of a piece on the board and in hand', async () => {
	await openGame('shogi', { start: PINNED });
	await focusCell('9h');
	await press('i');
	await visible(card());
	await lastSaid(/Promotes to Dragon: any distance forward, sideways, back/);
	await press('{Escape}');
	await count(card(), 0);
	await press('i');
	await visible(card());
	await press('{ArrowUp}');
	await count(card(), 0);
	await press('h');
	await press('i');
	await lastSaid(/Pawn in hand\./);
	expect(ways(false)).toContain('5e');
	// Display of moves does not affect play.
	await press('{Enter}');
	await press('{Escape}');
	await put('shogi', 'P', '4e');
	await has(at('board'), 'data-ply', '1');
});

test('a refusal shows the legal moves of the piece', async () => {
	await openGame('shogi');
	await put('shogi', '7g', '7e');
	await has(at('refusal'), 'data-code', 'wrong-movement');
	expect(ways(true)).toEqual(['7f']);
	await count(card(), 0);
});
