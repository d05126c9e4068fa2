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
	const occupants = new Map(piecesOf(state.board, look).map((piece) => [piece.key, piece.side]));
	const escapes = reachFrom(look, AROUND, king, other(side), (key) => occupants.get(key));
	const guards = [to, ...escapes.map(({ key }) => key)].flatMap((key) => attackers[key] ?? []);
	return [...new Set(guards)].filter((key) => occupants.get(key) === side);
}
