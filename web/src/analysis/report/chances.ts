/** Text of the win probability before and after a move. */
import { winText } from '../values';
import type { Report } from './report';

/** The first side's, as in the graph above the list. */
export function chancesText({ wins }: Pick<Report, 'wins'>, ply: number): string {
	return [wins[ply - 1], wins[ply]]
		.flatMap((win) => (win === undefined ? [] : [winText(Math.round(win * 1000))]))
		.join(' → ');
}
