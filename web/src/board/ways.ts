/** Squares a piece reaches, and which of them are legal. */

import type { GameState, Possibilities, SquareName, VariantSpec } from '../rules/module';
import { pieceAt, piecesOf } from '../rules/pieces';
import { kindOf, reachFrom } from '../rules/reach';
import { LOOKS, type Side } from '../rules/variant';

/** Piece whose moves are shown; `from` is null for a piece in hand. */
export interface Asked {
	side: Side;
	/** `P`, promoted `pP`. */
	letter: string;
	from: SquareName | null;
}

export interface Way {
	square: SquareName;
	/** `false`: reachable by movement but illegal now. */
	legal: boolean;
	takes: boolean;
}

export function sameAsked(one: Asked | null, another: Asked | null): boolean {
	return one?.side === another?.side && one?.letter === another?.letter && one?.from === another?.from;
}

export function pieceOn(state: GameState, square: SquareName): Asked | null {
	const piece = pieceAt(state.board, LOOKS[state.game], square);
	return piece ? { side: piece.side, letter: piece.letter, from: square } : null;
}

export function waysOf(
	spec: VariantSpec,
	state: GameState,
	{ side, letter, from }: Asked,
	{ legal, drops }: Possibilities,
): Way[] {
	const look = LOOKS[state.game];
	const occupants = new Map(piecesOf(state.board, look).map((piece) => [piece.square, piece.side]));
	const reached = from
		? reachFrom(look, kindOf(spec, letter).moves, from, side, (square) => occupants.get(square))
				// A chess pawn captures only pieces that are there.
				.filter(({ square, only }) => only !== 'capture' || occupants.has(square))
				.map(({ square }) => square)
		: (drops[letter] ?? []).filter((square) => !occupants.has(square));
	const moves = from ? legal?.moves[from] : legal?.drops[letter];
	const allowed = new Set(legal ? moves : reached);
	// Castling, double steps and en passant are not in a piece's steps.
	return [...new Set([...allowed, ...reached])].map((square) => ({
		square,
		legal: allowed.has(square),
		takes: occupants.has(square),
	}));
}

export function promotedLetter(spec: VariantSpec, letter: string): string | null {
	return kindOf(spec, letter).promotesTo?.replace('+', 'p') ?? null;
}
