/** What a search says of a position, seen from the first side. */
import type { Side } from '../../games/game';

export interface Evaluation {
	/** Probability that the first side wins, 0 to 1. */
	win: number;
	/** Hundredths of a pawn; positive is good for the first side. */
	cp: number;
	/** Plies to mate, positive when the first side mates; absent where no mate was found. */
	mate?: number;
	/** The best line, canonical moves; empty once the game is over. */
	line: readonly string[];
	/** Positions searched for it. */
	nodes: number;
}

/** Win probability seen from a side, 0 to 1. */
export function winOf(evaluation: Pick<Evaluation, 'win'>, side: Side): number {
	return side === 'first' ? evaluation.win : 1 - evaluation.win;
}

/** Plies in which a side mates by force; null where it does not. */
export function matesIn(evaluation: Pick<Evaluation, 'mate'>, side: Side): number | null {
	const { mate } = evaluation;
	if (mate === undefined) return null;
	const own = side === 'first' ? mate : -mate;
	return own > 0 ? own : null;
}

/** A decided game as an evaluation: 1, 0 or, for a draw, one half. */
export function decided(winner: Side | null): Evaluation {
	const win = winner === null ? 0.5 : winner === 'first' ? 1 : 0;
	return { win, cp: 0, line: [], nodes: 0 };
}
