/** Evaluation of a position from the first side's view, in one form for searches and records. */
import type { Side } from '../rules/variant';
import type { SearchResult } from '../wasm/engine/engine';

/** Positive is good for the first side: centipawns, or plies to mate. */
export type Value = { cp: number } | { mate: number };

export interface Evaluation {
	value: Value;
	/** Win probability of the first side, per mille. */
	win: number;
	/** Principal variation, canonical moves; empty if unknown, or after the end. */
	line: readonly string[];
	/** 0 if from a record or the rules. */
	nodes: number;
}

/** Centipawns at odds of `e`:1, for values without a win probability. */
const WIN_SCALE = 1_000;

/** Win probability of the first side at a value, per mille. */
export function expectedWins(value: Value): number {
	if ('mate' in value) return value.mate > 0 ? 1_000 : 0;
	return Math.round(1_000 / (1 + Math.exp(-value.cp / WIN_SCALE)));
}

/** Result of a search for the side to move, from the first side's view. */
export function seenByFirst(
	{ score, mate, win }: Pick<SearchResult, 'score' | 'mate' | 'win'>,
	side: Side,
): Pick<Evaluation, 'value' | 'win'> {
	const sign = side === 'first' ? 1 : -1;
	const value = mate === null ? { cp: score * sign || 0 } : { mate: mate * sign };
	return { value, win: side === 'first' ? win : 1_000 - win };
}

/** Sort key of a value for a side: a quick mate is best, a late mate against it better than a quick one. */
function worth(value: Value, side: Side): number {
	const own = ('mate' in value ? value.mate : value.cp) * (side === 'first' ? 1 : -1);
	if ('cp' in value) return own;
	return own > 0 ? 1e9 - own : -1e9 - own;
}

/** Lines sorted for a side, best first; stable. */
export function ranked<Line extends { value: Value }>(lines: readonly Line[], side: Side): Line[] {
	return lines.toSorted((one, other) => worth(other.value, side) - worth(one.value, side));
}

/** Win probability of a side, 0 to 1. */
export function winProbability({ win }: Pick<Evaluation, 'win'>, side: Side): number {
	return (side === 'first' ? win : 1_000 - win) / 1_000;
}

/** Plies to a forced mate by a side; null without one. */
export function matesIn({ value }: Pick<Evaluation, 'value'>, side: Side): number | null {
	if (!('mate' in value)) return null;
	const own = side === 'first' ? value.mate : -value.mate;
	return own > 0 ? own : null;
}

export function decided(winner: Side | null): Evaluation {
	const win = winner === null ? 500 : winner === 'first' ? 1_000 : 0;
	return { value: { cp: 0 }, win, line: [], nodes: 0 };
}
