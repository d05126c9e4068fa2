import { expect, it } from 'vitest';
import { locales } from '../paraglide/runtime';
import { VARIANT_IDS } from '../rules/variant';
import { PIECE_SETS } from '../settings/pieceSets';
import { parseSettings } from '../settings/settings.svelte';
import { answered, asksForPieces, isPastAsking, offeredSets } from './firstPieces';

const fresh = parseSettings(undefined);
const asking = (settings: typeof fresh) => VARIANT_IDS.filter((game) => asksForPieces(game, settings));

it('asks in the Shogi family only, once per family of pieces', () => {
	expect(asking(fresh)).toEqual(['shogi', 'minishogi', 'torishogi']);
	for (const [game, left] of [
		['shogi', ['torishogi']],
		['minishogi', ['torishogi']],
		['torishogi', ['shogi', 'minishogi']],
	] as const)
		expect(asking({ ...fresh, piecesAsked: answered(game).piecesAsked }), game).toEqual(left);
	const both = [...answered('shogi').piecesAsked, ...answered('torishogi').piecesAsked];
	expect(asking(parseSettings({ piecesAsked: both }))).toEqual([]);
});

it('does not repeat a question of an older version', () => {
	expect(asking(parseSettings({ piecesAsked: true }))).toEqual([]);
});

it('the answer applies to all games with the same pieces', () => {
	expect(answered('minishogi', 'letters').pieces).toEqual({ shogi: 'letters', minishogi: 'letters' });
	expect(answered('torishogi', 'letters').pieces).toEqual({ torishogi: 'letters' });
	expect(answered('shogi').pieces).toEqual({});
});

it('does not ask after a choice in the settings', () => {
	expect(asking(parseSettings({ pieces: { minishogi: 'letters' } }))).toEqual(['torishogi']);
	expect(asking(parseSettings({ pieces: { torishogi: 'guide' } }))).toEqual(['shogi', 'minishogi']);
});

it('offers a set that every game of the family has', () => {
	for (const locale of locales)
		for (const game of asking(fresh))
			expect(PIECE_SETS[game].map(({ id }) => id)).toEqual(expect.arrayContaining(offeredSets(game, locale)));
	expect(offeredSets('torishogi', 'en')).toEqual(['birds', 'guide', 'letters']);
	expect(offeredSets('torishogi', 'ja')).toEqual(['birds', 'guide']);
	expect(offeredSets('shogi', 'ja')).toEqual(['kanji', 'guide']);
});

it('asks until the third move of the player, or the end of the game', () => {
	const past = (ply: number, bottomSide: 'first' | 'second', outcome: unknown = null, clocks: unknown = null) =>
		isPastAsking({
			bottomSide,
			outcome,
			clocks,
			history: { now: { ply }, firstMover: () => 'first' },
		} as never);
	expect([0, 4, 5].map((ply) => past(ply, 'first'))).toEqual([false, false, true]);
	expect([5, 6].map((ply) => past(ply, 'second'))).toEqual([false, true]);
	expect(past(1, 'first', { winner: 'first', reason: 'resignation' })).toBe(true);
	expect(past(0, 'first', null, { first: {}, second: {} }), 'not while a clock runs').toBe(true);
});
