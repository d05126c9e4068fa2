/** Judgement of a move by its loss of win probability. */

import { GLYPHS } from '../../records/tree';
import { other, type Side } from '../../rules/variant';
import { type Evaluation, matesIn, winProbability } from '../evaluation';

export type Judgement = 'inaccuracy' | 'mistake' | 'blunder';

/** Minimum loss of win probability; thresholds of lichess (`modules/tree/src/main/Advice.scala`). */
export const LOSS: readonly (readonly [Judgement, number])[] = [
	['blunder', 0.15],
	['mistake', 0.1],
	['inaccuracy', 0.05],
];

/** PGN numeric annotation glyphs: `?!`, `?` and `??`. */
export const JUDGEMENT_NAG: Record<Judgement, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };

export function glyphOf(judgement: Judgement): string {
	return GLYPHS.find(({ nag }) => nag === JUDGEMENT_NAG[judgement])?.text ?? '';
}

/** Extra plies up to which a longer mate is as good. */
const LONGER_MATE = 6;

export interface JudgedMove {
	ply: number;
	side: Side;
	/** Win probability of the side before and after the move, 0 to 1. */
	before: number;
	after: number;
	loss: number;
	judgement: Judgement | null;
	/** Plies of the missed mate, if any. */
	missedMate: number | null;
	/** Principal variation before a judged move, else empty. */
	better: readonly string[];
}

export function judge(ply: number, side: Side, played: string, before: Evaluation, after: Evaluation): JudgedMove {
	const [had, has] = [winProbability(before, side), winProbability(after, side)];
	// `before` assumes the best move, so playing it loses nothing.
	const isBest = before.line[0] === played;
	const loss = isBest ? 0 : Math.max(0, had - has);
	const [mate, left] = [matesIn(before, side), matesIn(after, side)];
	const missedMate =
		!isBest && mate !== null && left === null && matesIn(after, other(side)) === null && has < 1 ? mate : null;
	const found = LOSS.find(([, least]) => loss >= least)?.[0] ?? null;
	const lengthened = !isBest && mate !== null && left !== null && left > mate + LONGER_MATE ? 'inaccuracy' : null;
	const judgement = found ?? (missedMate !== null ? 'inaccuracy' : lengthened);
	return {
		ply,
		side,
		before: had,
		after: has,
		loss,
		judgement,
		missedMate,
		better: judgement ? before.line : [],
	};
}
