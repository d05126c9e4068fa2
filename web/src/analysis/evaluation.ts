/** What a position is worth, seen from the first side: what searches find and records say, in one form. */
import type { Side } from '../games/variant';
import type { SearchResult } from '../wasm/engine/engine';

/**
 * Good for the first side where it is positive: hundredths of a pawn, or plies to mate.
 */
export type Value = { cp: number } | { mate: number };

export interface Evaluation {
	value: Value;
	/** Wins to be expected of the first side, per mille. */
	win: number;
	/** The best line, canonical moves; empty where none is known, or once the game is over. */
	line: readonly string[];
	/** Nodes searched; 0 where a record or the rules say what it is worth. */
	nodes: number;
}

/** Centipawns at which a side wins `e` times as often as it loses: for values that others found. */
const WIN_SCALE = 1_000;

/** Wins to be expected of the first side at a value, per mille. */
export function expectedWins(value: Value): number {
	if ('mate' in value) return value.mate > 0 ? 1_000 : 0;
	return Math.round(1_000 / (1 + Math.exp(-value.cp / WIN_SCALE)));
}

/** What a search says of the side to move, seen from the first side. */
export function seenByFirst(
	{ score, mate, win }: Pick<SearchResult, 'score' | 'mate' | 'win'>,
	side: Side,
): Pick<Evaluation, 'value' | 'win'> {
	const sign = side === 'first' ? 1 : -1;
	const value = mate === null ? { cp: score * sign || 0 } : { mate: mate * sign };
	return { value, win: side === 'first' ? win : 1_000 - win };
}

/** What a value is to a side, for putting values in order: the soonest mate is the best, the latest one against it the least bad. */
function worth(value: Value, side: Side): number {
	const own = ('mate' in value ? value.mate : value.cp) * (side === 'first' ? 1 : -1);
	if ('cp' in value) return own;
	return own > 0 ? 1e9 - own : -1e9 - own;
}

/** Lines, the best for a side first; as they were where they are worth the same. */
export function ranked<Line extends { value: Value }>(lines: readonly Line[], side: Side): Line[] {
	return lines.toSorted((one, other) => worth(other.value, side) - worth(one.value, side));
}

/** Win probability of a side, 0 to 1. */
export function winProbability({ win }: Pick<Evaluation, 'win'>, side: Side): number {
	return (side === 'first' ? win : 1_000 - win) / 1_000;
}

/** Plies in which a side mates by force; null where it does not. */
export function matesIn({ value }: Pick<Evaluation, 'value'>, side: Side): number | null {
	if (!('mate' in value)) return null;
	const own = side === 'first' ? value.mate : -value.mate;
	return own > 0 ? own : null;
}

/** A decided game. */
export function decided(winner: Side | null): Evaluation {
	const win = winner === null ? 500 : winner === 'first' ? 1_000 : 0;
	return { value: { cp: 0 }, win, line: [], nodes: 0 };
}
