/** The number before a move in a list. */
import type { GameHistory } from '../session/gameHistory.svelte';

/** Every move has its number, except in chess, where White's and Black's share one. */
export function moveNumber(table: GameHistory, index: number): string {
	if (table.game !== 'shogun') return String(index + 1);
	const plies = index + (table.firstMover() === 'first' ? 0 : 1);
	return plies % 2 === 0 || index === 0 ? `${Math.floor(plies / 2) + 1}.` : '';
}
