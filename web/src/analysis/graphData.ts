/** What the graph and its table show of the main line. */
import type { Analysis } from './analysis.svelte';
import { mainLine, nodeOf } from './tree';

export interface GraphPoint {
	/** The node of the tree. */
	id: number;
	ply: number;
	/** Wins to be expected of the first side, in percent; null where nothing is known. */
	win: number | null;
	/** Milliseconds spent on the move; null where the record does not say. */
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

/** Whether there is enough for a line. */
export function hasGraph(points: readonly GraphPoint[]): boolean {
	return points.filter(({ win }) => win !== null).length > 1;
}
