/** How a move changed the chances, in words. */
import { winText } from '../values';
import type { Report } from './report';

/** The first side's, whoever moved: as the graph above the list shows them. */
export function chancesText({ wins }: Pick<Report, 'wins'>, ply: number): string {
	return [wins[ply - 1], wins[ply]]
		.flatMap((win) => (win === undefined ? [] : [winText(Math.round(win * 1000))]))
		.join(' → ');
}
