/** Move numbers: one per ply; in chess one per pair of moves. */

import { TRAITS } from '../rules/traits';
import type { Side, VariantId } from '../rules/variant';

export function moveNumber(game: VariantId, ply: number, firstMover: Side = 'first'): number {
	if (!TRAITS[game].sharedMoveNumbers || ply === 0) return ply;
	return Math.ceil((firstMover === 'first' ? ply : ply + 1) / 2);
}

/** Number of a move cited alone: `9.`, or `9…` for the second of a pair. */
export function numberAlone(game: VariantId, ply: number, firstMover: Side): string {
	const isSecond = (ply % 2 === 1) !== (firstMover === 'first');
	const number = moveNumber(game, ply, firstMover);
	return TRAITS[game].sharedMoveNumbers && isSecond ? `${number}…` : `${number}.`;
}

/** Number of a move in a list; empty for the second of a pair. */
export function numberInList(game: VariantId, ply: number, firstMover: Side): string {
	const number = moveNumber(game, ply, firstMover);
	if (!TRAITS[game].sharedMoveNumbers) return String(number);
	return ply === 1 || number > moveNumber(game, ply - 1, firstMover) ? `${number}.` : '';
}
