import { describe, expect, it } from 'vitest';
import { sideToMove } from '../rules/positionText';
import { VARIANT_IDS } from '../rules/variant';
import { moveNumber, numberAlone, numberInList } from './moveCount';

const PLIES = [0, 1, 2, 3, 4];

describe('moves are counted', () => {
	it.each(VARIANT_IDS.filter((game) => game !== 'shogun'))('one by one in %s', (game) => {
		for (const mover of ['first', 'second'] as const) {
			expect(PLIES.map((ply) => moveNumber(game, ply, mover))).toEqual(PLIES);
			expect(PLIES.slice(1).map((ply) => numberInList(game, ply, mover))).toEqual(['1', '2', '3', '4']);
		}
	});

	it('in pairs in chess, from the move of White', () => {
		expect(PLIES.map((ply) => moveNumber('shogun', ply))).toEqual([0, 1, 1, 2, 2]);
		expect(PLIES.map((ply) => moveNumber('shogun', ply, 'second'))).toEqual([0, 1, 2, 2, 3]);
		expect(PLIES.slice(1).map((ply) => numberInList('shogun', ply, 'first'))).toEqual(['1.', '', '2.', '']);
		expect(PLIES.slice(1).map((ply) => numberInList('shogun', ply, 'second'))).toEqual(['1.', '2.', '', '3.']);
	});
});

it('cited alone, a move of Black in chess has dots after its number', () => {
	const plies = PLIES.slice(1);
	expect(plies.map((ply) => numberAlone('shogun', ply, 'first'))).toEqual(['1.', '1…', '2.', '2…']);
	expect(plies.map((ply) => numberAlone('shogun', ply, 'second'))).toEqual(['1…', '2.', '2…', '3.']);
	expect(plies.map((ply) => numberAlone('shogi', ply, 'second'))).toEqual(['1.', '2.', '3.', '4.']);
});

it('the start position determines the side to move', () => {
	expect(sideToMove('shogun', '4k3/8/8/8/8/8/8/4K3[] b - - 0 1')).toBe('second');
	expect(sideToMove('shogun', '4k3/8/8/8/8/8/8/4K3[] w - - 0 1')).toBe('first');
	expect(sideToMove('shogun', '')).toBe('first');
	expect(sideToMove('shogi', 'handicap:lance')).toBe('first');
});
