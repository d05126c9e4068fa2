/** What a step asks for and why a move did not reach it, in the page's language. */

import { squareText } from '../games/naming';
import { pieceInSentence } from '../games/pieceNames';
import type { VariantId } from '../games/variant';
import { listed } from '../i18n/listed';
import { keyOf } from '../learn/diagrams';
import { m } from '../paraglide/messages';
import { type Reply, wrongText } from '../puzzles/words';
import type { Verdict } from './judge';
import { type Goal, type Missed, marked, mateOf, type Step } from './lesson';

/** `reply` is the opponent's move as it is written. */
type Words = (game: VariantId, goal: Goal, reply: string | null) => string;

const MISSED: { [what in Missed]: Words } = {
	piece: (game, { piece = '' }) => m.lesson_missed_piece({ piece: pieceInSentence(game, piece) }),
	drop: (game, { drop = '' }) => m.lesson_missed_drop({ piece: pieceInSentence(game, drop) }),
	promote: (_, { promote }) => (promote ? m.lesson_missed_promote() : m.lesson_missed_stay()),
	to: () => m.lesson_missed_to(),
	check: (_, { check }) => (check ? m.lesson_missed_check() : m.lesson_missed_no_check()),
	answer: () => m.lesson_missed_answer(),
	attacks: () => m.lesson_missed_attacks(),
	safe: (_, __, reply) => m.lesson_missed_safe({ move: reply ?? '' }),
	saved: (_, __, reply) => m.lesson_missed_saved({ move: reply ?? '' }),
	reach: () => m.lesson_missed_reach(),
	take: () => m.lesson_missed_take(),
	mate: (_, __, reply) => (reply ? m.lesson_missed_mate_reply({ move: reply }) : m.lesson_missed_mate()),
};

/** `reply` is the opponent's move that shows it. */
export function missedText(
	game: VariantId,
	step: Step,
	{ what, why }: Extract<Verdict, { kind: 'missed' }>,
	reply: Reply | null,
): string {
	if (why && (step.within ?? 1) > 1) return wrongText(mateOf(game, step), why, reply);
	// A move that gives no check is not refuted by its answer.
	const shown = why === 'no-check' ? null : reply;
	return MISSED[what](game, step.goal, shown?.text ?? null);
}

/** The squares that the board marks, for those who do not see them. */
export function markedText(game: VariantId, step: Step): string | null {
	const squares = marked(step).map((square) => squareText(game, keyOf(game, square)));
	return squares.length > 0 ? m.lesson_marked({ squares: listed(squares) }) : null;
}
