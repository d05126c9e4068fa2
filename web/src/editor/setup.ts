/** A setup being edited, as text: it may be illegal. The rules module writes and judges it. */

import type { RulesModule, SquareName } from '../rules/module';
import { piecesOf } from '../rules/pieces';
import { sideToMove } from '../rules/positionText';
import { isChess, LOOKS, type Side, type VariantId } from '../rules/variant';

export interface Placed {
	side: Side;
	/** As in piece pictures: `P`, `pP` when promoted. */
	letter: string;
}

export interface Setup {
	pieces: ReadonlyMap<SquareName, Placed>;
	/** Counts by upper-case letter. */
	hands: Readonly<Record<Side, Readonly<Record<string, number>>>>;
	side: Side;
	/** Subset of `KQkq`, in chess only. */
	castling: string;
}

export const CASTLING = ['K', 'Q', 'k', 'q'] as const;

const MAX_IN_HAND = 18;

const cased = (letter: string, side: Side) => (side === 'first' ? letter.toUpperCase() : letter.toLowerCase());

function handsOf(text: string): Setup['hands'] {
	const hands: Record<Side, Record<string, number>> = { first: {}, second: {} };
	for (const [, count, letter = ''] of text.matchAll(/(\d*)([A-Za-z])/g)) {
		const side = letter === letter.toUpperCase() ? 'first' : 'second';
		const key = letter.toUpperCase();
		hands[side][key] = (hands[side][key] ?? 0) + Number(count || 1);
	}
	return hands;
}

/** Parses text written by the rules module. */
function readSetup(game: VariantId, text: string): Setup {
	const [placement = '', , third = ''] = text.split(' ');
	const [board = '', held = ''] = placement.split('[');
	return {
		pieces: new Map(piecesOf(board, LOOKS[game]).map(({ square, side, letter }) => [square, { side, letter }])),
		hands: handsOf(isChess(game) ? held : third),
		side: sideToMove(game, text),
		castling: isChess(game) ? CASTLING.filter((right) => third.includes(right)).join('') : '',
	};
}

/** Immutable: each edit returns a new setup. */
export class EditedSetup implements Setup {
	readonly text: string;
	readonly pieces: Setup['pieces'];
	readonly hands: Setup['hands'];
	readonly side: Side;
	readonly castling: string;
	readonly #rules: Pick<RulesModule, 'editSetup'>;
	readonly #game: VariantId;

	private constructor(rules: Pick<RulesModule, 'editSetup'>, game: VariantId, text: string) {
		this.#rules = rules;
		this.#game = game;
		this.text = text;
		({ pieces: this.pieces, hands: this.hands, side: this.side, castling: this.castling } = readSetup(game, text));
	}

	/** Throws the rules module's error for unreadable text; `startpos` is the start position. */
	static of(rules: Pick<RulesModule, 'editSetup'>, game: VariantId, text: string): EditedSetup {
		return new EditedSetup(rules, game, rules.editSetup(game, text, '', ''));
	}

	#with(place: string, value: string): EditedSetup {
		return new EditedSetup(this.#rules, this.#game, this.#rules.editSetup(this.#game, this.text, place, value));
	}

	cleared(): EditedSetup {
		return this.#with('empty', '');
	}

	/** Places a piece; the same piece again, or null, clears the square. */
	placed(square: SquareName, piece: Placed | null): EditedSetup {
		const there = this.pieces.get(square);
		if (!piece || (there?.side === piece.side && there.letter === piece.letter)) return this.#with(square, '');
		const plus = piece.letter.length === 2 ? '+' : '';
		return this.#with(square, plus + cased(piece.letter.slice(-1), piece.side));
	}

	withHand(side: Side, letter: string, step: 1 | -1): EditedSetup {
		const count = Math.max(0, Math.min(MAX_IN_HAND, (this.hands[side][letter] ?? 0) + step));
		return this.#with(`${cased(letter, side)}*`, String(count));
	}

	withSide(side: Side): EditedSetup {
		return this.#with('side', side);
	}

	withCastling(right: string, allowed: boolean): EditedSetup {
		const rights = CASTLING.filter((one) => (one === right ? allowed : this.castling.includes(one)));
		return this.#with('castling', rights.join(''));
	}
}
