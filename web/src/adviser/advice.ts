/** Handicaps that even out a difference in strength. */
import type { VariantId } from '../rules/variant';

/** A handicap and the smallest difference in ranks that calls for it. */
export interface Rung {
	from: number;
	id: string | null;
}

/** Shogi follows clubs in Japan, up to six pieces. The small games have no custom: theirs are spread evenly. */
const LADDERS: Record<VariantId, readonly Rung[]> = {
	shogi: [
		{ from: 0, id: null },
		{ from: 1, id: 'weaker-first' },
		{ from: 2, id: 'lance' },
		{ from: 3, id: 'bishop' },
		{ from: 4, id: 'rook' },
		{ from: 5, id: 'rook-lance' },
		{ from: 6, id: 'two-piece' },
		{ from: 8, id: 'four-piece' },
		{ from: 10, id: 'six-piece' },
		{ from: 12, id: 'eight-piece' },
		{ from: 14, id: 'ten-piece' },
	],
	minishogi: [
		{ from: 0, id: null },
		{ from: 2, id: 'bishop' },
		{ from: 4, id: 'rook' },
		{ from: 6, id: 'two-piece' },
		{ from: 8, id: 'three-piece' },
		{ from: 10, id: 'four-piece' },
	],
	torishogi: [
		{ from: 0, id: null },
		{ from: 2, id: 'left-quail' },
		{ from: 4, id: 'falcon' },
		{ from: 6, id: 'falcon-left-quail' },
		{ from: 8, id: 'falcon-quails' },
	],
	shogun: [],
};

/** The heaviest handicap with a custom in clubs. */
export const CUSTOM_UP_TO: Partial<Record<VariantId, string>> = { shogi: 'six-piece' };

export function ladderOf(game: VariantId): readonly Rung[] {
	return LADDERS[game];
}

export const MAX_RANKS = 15;
export const POINTS_A_RANK = 100;

export function advise(game: VariantId, ranks: number): Rung | null {
	return LADDERS[game].findLast(({ from }) => ranks >= from) ?? null;
}

export function ranksOfPoints(points: number): number {
	return Math.min(MAX_RANKS, Math.round(Math.max(0, points) / POINTS_A_RANK));
}

/** Choices of wins in ten even games for the stronger player. */
export const WINS: readonly number[] = [5, 6, 7, 8, 9, 10];

/** Rating difference with this expected score in ten games; ten wins count as 9.5. */
export function pointsOfWins(wins: number): number {
	const share = Math.min(wins / 10, 0.95);
	return 400 * Math.log10(share / (1 - share));
}
