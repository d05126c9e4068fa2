/** Data of the graph and its table. */

import { mainLine, nodeOf } from '../records/tree';
import type { Analysis } from './analysis.svelte';

export interface GraphPoint {
	id: number;
	ply: number;
	/** Win probability of the first side in percent; null if unknown. */
	win: number | null;
	/** Null if the record has no times. */
	spentMs: number | null;
}

export function graphPoints(session: Pick<Analysis, 'tree' | 'evaluations'>): GraphPoint[] {
	const { tree, evaluations } = session;
	return mainLine(tree).map((id, ply) => {
		const found = evaluations.of(tree, id);
		const { spentMs } = nodeOf(tree, id).notes;
		return { id, ply, win: found ? found.win / 10 : null, spentMs: spentMs ?? null };
	});
}

export function hasGraph(points: readonly GraphPoint[]): boolean {
	return points.filter(({ win }) => win !== null).length > 1;
}
