/** How players count moves: one by one; in chess White's and Black's share a number. */

import { TRAITS } from './traits';
import type { Side, VariantId } from './variant';

/** The number of the latest of so many moves of both sides, and with it how many have been made. */
export function moveNumber(game: VariantId, ply: number, firstMover: Side = 'first'): number {
	if (!TRAITS[game].sharedMoveNumbers || ply === 0) return ply;
	return Math.ceil((firstMover === 'first' ? ply : ply + 1) / 2);
}

/** What stands before a move that stands alone: `9.`; dots follow the number of the second of two that share it. */
export function numberAlone(game: VariantId, ply: number, firstMover: Side): string {
	const isSecond = (ply % 2 === 1) !== (firstMover === 'first');
	const number = moveNumber(game, ply, firstMover);
	return TRAITS[game].sharedMoveNumbers && isSecond ? `${number}…` : `${number}.`;
}

/** What stands before a move in a list: the number, once for both moves that share it. */
export function numberInList(game: VariantId, ply: number, firstMover: Side): string {
	const number = moveNumber(game, ply, firstMover);
	if (!TRAITS[game].sharedMoveNumbers) return String(number);
	return ply === 1 || number > moveNumber(game, ply - 1, firstMover) ? `${number}.` : '';
}
