/** Illegal moves in a strict game: played, and lost. */
import type { Refusal } from '../rules/refusal';
import type { Attempt, GameHistory } from './gameHistory.svelte';

/** Slips: a square out of the piece's reach deselects it and is no move. */
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

/** Null if the attempt is refused. */
export function losingMoveOf(history: GameHistory, { from, letter, to }: Attempt, refusal: Refusal): string | null {
	if (history.rulesSet['illegal-move'] !== 'loses' || SLIPS.includes(refusal.code)) return null;
	if (letter !== undefined) return history.dropText(letter, to);
	return from === undefined ? null : history.normalMove(from, to);
}
