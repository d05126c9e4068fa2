/** How good a move was, by the win probability that it gave away. */
import { other, type Side } from '../../games/variant';
import { type Evaluation, matesIn, winProbability } from '../evaluation';
import { GLYPHS } from '../tree';

export type Judgement = 'inaccuracy' | 'mistake' | 'blunder';

/** Loss of win probability from which on a move is called so: the thresholds of lichess (`modules/tree/src/main/Advice.scala`). */
export const LOSS: readonly (readonly [Judgement, number])[] = [
	['blunder', 0.15],
	['mistake', 0.1],
	['inaccuracy', 0.05],
];

/** The glyphs of the judgements, as numeric annotation glyphs of PGN: `?!`, `?` and `??`. */
export const JUDGEMENT_NAG: Record<Judgement, number> = { inaccuracy: 6, mistake: 2, blunder: 4 };

export function glyphOf(judgement: Judgement): string {
	return GLYPHS.find(({ nag }) => nag === JUDGEMENT_NAG[judgement])?.text ?? '';
}

/** Mates that are at most so many plies longer than before are as good. */
const LONGER_MATE = 6;

export interface JudgedMove {
	/** Its number, from 1. */
	ply: number;
	side: Side;
	/** Win probability of the side before and after it, 0 to 1. */
	before: number;
	after: number;
	/** What it gave away; never negative. */
	loss: number;
	judgement: Judgement | null;
	/** Plies of the mate that was there and is gone; null where none was missed. */
	missedMate: number | null;
	/** The better line, where something was missed. */
	better: readonly string[];
}

/** Judges the move between two positions. `played` is canonical text. */
export function judge(
	ply: number,
	side: Side,
	played: string,
	before: Evaluation,
	after: Evaluation,
): JudgedMove {
	const [had, has] = [winProbability(before, side), winProbability(after, side)];
	// What the search found is what it expects of the best move: this one cannot have given anything away.
	const isBest = before.line[0] === played;
	const loss = isBest ? 0 : Math.max(0, had - has);
	const [mate, left] = [matesIn(before, side), matesIn(after, side)];
	const missedMate =
		!isBest && mate !== null && left === null && matesIn(after, other(side)) === null && has < 1
			? mate
			: null;
	const found = LOSS.find(([, least]) => loss >= least)?.[0] ?? null;
	const lengthened =
		!isBest && mate !== null && left !== null && left > mate + LONGER_MATE ? 'inaccuracy' : null;
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
