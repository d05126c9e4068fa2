/** In a strict game an illegal move is played, and loses. */
import type { Refusal } from '../rules/refusal';
import type { Attempt, GameHistory } from '../session/gameHistory.svelte';

/** Pressing a square that the piece can't reach puts it back: no move, so no illegal one. */
const SLIPS: readonly string[] = [
	'no-piece',
	'not-your-piece',
	'not-in-hand',
	'no-such-square',
	'own-piece',
	'occupied',
	'wrong-movement',
	'blocked',
	'game-over',
];

/** The text of the attempt where the rules say that it loses; nothing where it is refused. */
export function losingMoveOf(
	history: GameHistory,
	{ from, letter, to }: Attempt,
	refusal: Refusal,
): string | null {
	if (history.rulesSet['illegal-move'] !== 'loses' || SLIPS.includes(refusal.code)) return null;
	if (letter !== undefined) return history.dropText(letter, to);
	return from === undefined ? null : history.normalMove(from, to);
}
