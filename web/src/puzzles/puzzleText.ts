/** Texts of a puzzle: task, wrong moves, hints. */

import { sideName } from '../games/names';
import { squareText } from '../games/naming';
import { pieceInSentence } from '../games/pieceNames';
import { language } from '../i18n/language';
import { sentences } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { GameState } from '../rules/module';
import { moveParts } from '../rules/moveParts';
import { pieceAt } from '../rules/pieces';
import { isChess, LOOKS, other, type VariantId } from '../rules/variant';
import type { Why } from './judge';
import { LONG } from './picking';
import { ownMoves, type Puzzle, type PuzzleKind, solverOf } from './puzzle';

const KIND_NAMES: Record<PuzzleKind, () => string> = {
	mate: m.puzzle_kind_mate,
	tactic: m.puzzle_kind_tactic,
	defence: m.puzzle_kind_defence,
};

export function kindName(kind: PuzzleKind): string {
	return KIND_NAMES[kind]();
}

/** Count of the variant: the solver's moves in chess, plies in shogi. */
export function counted(game: VariantId, plies: number): number {
	return isChess(game) ? ownMoves({ plies }) : plies;
}

export function mateText(game: VariantId, plies: number): string {
	const count = counted(game, plies);
	return isChess(game) ? m.puzzle_mate_chess({ count }) : m.puzzle_mate({ count });
}

/** English starts it in lower case. */
function mateInSentence(game: VariantId, plies: number): string {
	const text = mateText(game, plies);
	return language().hasCase ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** The longest length stands for all beyond it. */
export function lengthText(game: VariantId, plies: number): string {
	const count = counted(game, plies);
	return plies >= LONG ? m.puzzle_length_more({ count }) : m.puzzle_length({ count });
}

/** `Mate in 5`, `Winning move` */
export function shortText({ game, kind, plies }: Pick<Puzzle, 'game' | 'kind' | 'plies'>): string {
	return kind === 'mate' ? mateText(game, plies) : kind === 'tactic' ? m.puzzle_tactic() : m.puzzle_defence();
}

/** `(your 2 moves)`: the solver's moves, counted alike in all variants. */
export function ownText({ kind, plies }: Pick<Puzzle, 'kind' | 'plies'>): string {
	return kind === 'mate' ? m.puzzle_own_moves({ count: ownMoves({ plies }) }) : '';
}

export function difficultyText({ rating }: { rating?: number }): string {
	return rating === undefined ? '' : m.puzzle_difficulty({ rating });
}

export function askText(puzzle: Puzzle): string {
	const side = sideName(puzzle.game, solverOf(puzzle));
	if (puzzle.kind === 'tactic') return m.puzzle_ask_tactic({ side });
	if (puzzle.kind === 'defence') return m.puzzle_ask_defence({ side });
	if (puzzle.plies === 1) return m.puzzle_ask_mate_one({ side });
	return m.puzzle_ask_mate({ side, what: mateInSentence(puzzle.game, puzzle.plies) });
}

/** Fault of the move, where the reply alone does not show it. */
const FAULTS: Record<Why, (puzzle: Puzzle) => string> = {
	'no-check': () => m.puzzle_no_check(),
	escapes: () => '',
	'too-long': ({ game, plies }) => m.puzzle_too_long({ what: mateInSentence(game, plies) }),
	unproven: () => m.puzzle_unproven(),
	drawn: () => m.puzzle_drawn(),
	'not-winning': () => m.puzzle_not_winning(),
	loses: () => m.puzzle_loses(),
};

export interface Reply {
	text: string;
	byKing: boolean;
	/** The king captures, or another piece captures the moved one. */
	captures: boolean;
}

function replyText(puzzle: Puzzle, why: Why, reply: Reply | null): string {
	if (!reply) return why === 'escapes' ? m.puzzle_no_mate() : '';
	const { text: move, byKing, captures } = reply;
	const king = pieceInSentence(puzzle.game, 'K');
	const side = sideName(puzzle.game, other(solverOf(puzzle)));
	if (why === 'too-long') return m.puzzle_reply_longer({ side, move });
	if (puzzle.kind !== 'mate') return m.puzzle_reply({ side, move });
	if (byKing) return captures ? m.puzzle_reply_king_takes({ king, move }) : m.puzzle_reply_king({ king, move });
	return captures ? m.puzzle_reply_takes({ move }) : m.puzzle_reply_blocks({ move });
}

export function wrongText(puzzle: Puzzle, why: Why, reply: Reply | null): string {
	return sentences([FAULTS[why](puzzle), replyText(puzzle, why, reply)]);
}

export function longestWrong(puzzle: Puzzle, move: string): string {
	const reply = { text: move, byKing: true, captures: false };
	const whys: Why[] = puzzle.kind === 'mate' ? ['no-check', 'too-long', 'unproven'] : ['not-winning', 'loses'];
	const all = whys.map((why) => wrongText(puzzle, why, reply));
	return all.reduce((longest, text) => (text.length > longest.length ? text : longest));
}

/** Text of a hint: the piece (step 1), then also its target (step 2). */
export function hintText(position: GameState, move: string, step: 1 | 2): string {
	const { game, board } = position;
	const shown = moveParts(move, LOOKS[game]);
	if (!shown) return '';
	const to = squareText(game, shown.to);
	if (shown.drop) {
		const piece = pieceInSentence(game, shown.drop);
		return step === 1 ? m.puzzle_hint_drop({ piece }) : m.puzzle_hint_drop_to({ piece, to });
	}
	const from = shown.from ?? '';
	const piece = pieceInSentence(game, pieceAt(board, LOOKS[game], from)?.letter ?? 'P');
	const square = squareText(game, from);
	if (step === 1) return m.puzzle_hint_piece({ piece, square });
	return shown.promote ? m.puzzle_hint_promotes({ piece, square, to }) : m.puzzle_hint_to({ piece, square, to });
}
