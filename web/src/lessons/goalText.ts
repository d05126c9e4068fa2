/** Localized texts of goals and of missed goals. */

import { squareText } from '../games/naming';
import { pieceInSentence } from '../games/pieceNames';
import { listed } from '../i18n/punctuation';
import { squareOf } from '../learn/diagrams';
import { m } from '../paraglide/messages';
import { type Reply, wrongText } from '../puzzles/puzzleText';
import type { VariantId } from '../rules/variant';
import type { Verdict } from './judge';
import { type Goal, type Missed, marked, mateOf, type Step } from './lesson';

/** `reply`: the opponent's move in notation. */
type GoalText = (game: VariantId, goal: Goal, reply: string | null) => string;

const MISSED: { [what in Missed]: GoalText } = {
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

export function missedText(
	game: VariantId,
	step: Step,
	{ what, why }: Extract<Verdict, { kind: 'missed' }>,
	reply: Reply | null,
): string {
	if (why && (step.within ?? 1) > 1) return wrongText(mateOf(game, step), why, reply);
	// A move without check is not refuted by its reply.
	const shown = why === 'no-check' ? null : reply;
	return MISSED[what](game, step.goal, shown?.text ?? null);
}

export function markedText(game: VariantId, step: Step): string | null {
	const squares = marked(step).map((square) => squareText(game, squareOf(game, square)));
	return squares.length > 0 ? m.lesson_marked({ squares: listed(squares) }) : null;
}
