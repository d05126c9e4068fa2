/** Pieces that make a pawn drop mate: guards of the pawn and of the squares around the king. */

import type { GameState, SquareName } from './module';
import { piecesOf } from './pieces';
import { reachFrom } from './reach';
import { LOOKS, other, type Side } from './variant';

/** King steps, the same in every variant that forbids such drops. */
const AROUND = [-1, 0, 1].flatMap((dx) =>
	[-1, 0, 1].filter((dy) => dx !== 0 || dy !== 0).map((dy) => ({ dx, dy, max: 1, only: 'both' as const })),
);

export function mateGuards(
	state: GameState,
	attackers: Readonly<Record<SquareName, SquareName[]>>,
	to: SquareName,
	king: SquareName,
	side: Side,
): SquareName[] {
	const look = LOOKS[state.game];
	const occupants = new Map(piecesOf(state.board, look).map((piece) => [piece.square, piece.side]));
	const escapes = reachFrom(look, AROUND, king, other(side), (square) => occupants.get(square));
	const guards = [to, ...escapes.map(({ square }) => square)].flatMap((square) => attackers[square] ?? []);
	return [...new Set(guards)].filter((square) => occupants.get(square) === side);
}
