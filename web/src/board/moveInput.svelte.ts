/**
 * Move input from the first touch to the move: promotion choice, confirmation, refusals. Board, grid and
 * typed moves all go through here.
 */

import type { SquareName } from '../rules/module';
import { moveParts } from '../rules/moveParts';
import { piecesOf } from '../rules/pieces';
import type { Refusal } from '../rules/refusal';
import { LOOKS, type Side } from '../rules/variant';
import { settings } from '../settings/settings.svelte';
import type { Board } from './board';
import type { Attempt, GameHistory } from './gameHistory.svelte';
import { losingMoveOf } from './losingMove';
import type { Asked } from './ways';

export interface Asking {
	from: SquareName;
	to: SquareName;
	letter: string;
	side: Side;
	premove: boolean;
}

export interface Unconfirmed {
	move: string;
	to: SquareName;
	text: string;
}

/** Request for help on a piece, and the gesture behind it. */
export interface Question {
	asked: Asked;
	by: 'hold' | 'hover' | 'key';
}

const moveText = (history: GameHistory, from: SquareName, to: SquareName, promote: boolean) =>
	promote ? history.promotionMove(from, to) : history.normalMove(from, to);

export class MoveInput {
	readonly #board: () => Board;
	/** Move that waits for the promotion choice. */
	asking: Asking | null = $state.raw(null);
	unconfirmed: Unconfirmed | null = $state.raw(null);
	refusal: Refusal | null = $state.raw(null);
	/** Reason why the last move could not promote, where it is not obvious. */
	noPromotion: Refusal | null = $state.raw(null);

	question: Question | null = $state.raw(null);

	constructor(board: () => Board) {
		this.#board = board;
	}

	/** The side that may move here, at the latest position. */
	get mover(): Side | null {
		const board = this.#board();
		return board.history.isAtLatest ? (board.movers[0] ?? null) : null;
	}

	get premover(): Side | null {
		const board = this.#board();
		return board.history.isAtLatest && this.mover === null ? board.premover : null;
	}

	reset(): void {
		this.asking = null;
		this.unconfirmed = null;
		this.refusal = null;
		this.question = null;
	}

	clearMessages(): void {
		this.refusal = null;
		this.noPromotion = null;
	}

	touched(): void {
		this.clearMessages();
		this.#board().cancelPremove();
	}

	premoved(from: SquareName, to: SquareName): void {
		const { history, game } = this.#board();
		const promotion = history.premovePromotion(from, to);
		const piece = piecesOf(history.now.board, LOOKS[game]).find((one) => one.square === from);
		if (promotion === 'optional' && piece)
			this.asking = { from, to, letter: piece.letter, side: piece.side, premove: true };
		else this.#board().setPremove(moveText(history, from, to, promotion === 'forced'));
	}

	predropped(letter: string, to: SquareName): void {
		const board = this.#board();
		board.setPremove(board.history.dropText(letter, to));
	}

	play(text: string): void {
		this.clearMessages();
		this.#board().play(text);
	}

	/** Plays a board move, or holds it for confirmation. */
	#made(move: string): void {
		this.clearMessages();
		const { game, online, history } = this.#board();
		const parts = moveParts(move, LOOKS[game]);
		const { confirmMoves } = settings;
		const waits = confirmMoves === 'all' || (confirmMoves === 'drops' && parts?.drop !== null);
		if (online && waits && parts) this.unconfirmed = { move, to: parts.to, text: history.textOf(move) };
		else this.play(move);
	}

	confirmed(): void {
		const waiting = this.unconfirmed;
		this.unconfirmed = null;
		if (waiting) this.play(waiting.move);
	}

	unmade(): void {
		this.unconfirmed = null;
		this.clearMessages();
	}

	moved(from: SquareName, to: SquareName): void {
		const { history, game } = this.#board();
		const promotion = history.promotion(from, to);
		if (promotion === 'optional') {
			const piece = piecesOf(history.now.board, LOOKS[game]).find((one) => one.square === from);
			if (piece) this.asking = { from, to, letter: piece.letter, side: piece.side, premove: false };
			return;
		}
		const why = promotion === 'none' ? history.explainNoPromotion(from, to) : null;
		this.#made(moveText(history, from, to, promotion === 'forced'));
		this.noPromotion = why;
	}

	dropped(letter: string, to: SquareName): void {
		this.#made(this.#board().history.dropText(letter, to));
	}

	chosen(promote: boolean): void {
		if (!this.asking) return;
		const { from, to, premove } = this.asking;
		this.asking = null;
		const board = this.#board();
		const text = moveText(board.history, from, to, promote);
		if (premove) board.setPremove(text);
		else this.#made(text);
	}

	cancelled(): void {
		this.asking = null;
	}

	refused(attempt: Attempt): void {
		// Premoves are not judged yet.
		if (this.premover) return;
		this.refusal = this.barred() ?? this.#board().history.explain(attempt);
		const lost = this.mover && this.refusal && losingMoveOf(this.#board().history, attempt, this.refusal);
		if (lost) this.#made(lost);
	}

	/** Explains at once why a touched piece has no moves. */
	stuck(asked: { from: SquareName } | { letter: string }): void {
		if (this.mover !== null && this.refusal === null) this.refusal = this.#board().history.whyStuck(asked);
	}

	idle(): void {
		if (!this.premover) this.refusal = this.barred();
	}

	barred(): Refusal | null {
		if (this.mover !== null) return null;
		const { history, outcome, readOnly, isWatcher } = this.#board();
		if (readOnly) return null;
		const waiting = isWatcher ? 'watching' : 'not-your-turn';
		const code = outcome ? 'game-over' : history.isAtLatest ? waiting : 'not-now';
		return { code, squares: [] };
	}
}
