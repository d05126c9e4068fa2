import { expect, it } from 'vitest';
import { GAME_IDS } from '../games/game';
import { locales } from '../paraglide/runtime';
import { parseSettings } from '../settings/settings.svelte';
import { asksForPieces, FAMILY, isPastAsking, novicesSet } from './firstPieces';
import { PIECE_SETS } from './sets';

it('asks in the Shogi family only, and once', () => {
	const fresh = parseSettings(undefined);
	expect(GAME_IDS.filter((game) => asksForPieces(game, fresh))).toEqual(['shogi', 'minishogi', 'torishogi']);
	const asked = parseSettings({ piecesAsked: true });
	expect(GAME_IDS.some((game) => asksForPieces(game, asked))).toBe(false);
});

it('asks nobody who has chosen pieces in the settings', () => {
	const chosen = parseSettings({ pieces: { minishogi: 'letters' } });
	for (const game of FAMILY) expect(asksForPieces(game, chosen)).toBe(false);
});

it('offers a set that every game of the family has', () => {
	for (const locale of locales)
		for (const game of FAMILY) expect(PIECE_SETS[game].map(({ id }) => id)).toContain(novicesSet(locale));
});

it('asks until the third move of the player, or the end of the game', () => {
	const past = (ply: number, bottomSide: 'first' | 'second', outcome: unknown = null) =>
		isPastAsking({ bottomSide, outcome, table: { now: { ply }, firstMover: () => 'first' } } as never);
	expect([0, 4, 5].map((ply) => past(ply, 'first'))).toEqual([false, false, true]);
	expect([5, 6].map((ply) => past(ply, 'second'))).toEqual([false, true]);
	expect(past(1, 'first', { winner: 'first', reason: 'resignation' })).toBe(true);
});
