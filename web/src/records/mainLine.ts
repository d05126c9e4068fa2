/** The main line of a record: at each node the first that follows it. */
import type { RecordEnd, RecordNode } from './record';

type Nodes = readonly RecordNode[];

/** Its nodes in their order, without the start; its end included. */
export function mainLine(nodes: Nodes): RecordNode[] {
	const next = new Map<number, number>();
	for (const [index, { parent }] of nodes.entries())
		if (index > 0 && !next.has(parent)) next.set(parent, index);
	const line: RecordNode[] = [];
	for (let at = next.get(0); at !== undefined; at = next.get(at)) line.push(nodes[at] as RecordNode);
	return line;
}

/** Its moves as canonical text. */
export function mainMoves(nodes: Nodes): string[] {
	return mainLine(nodes).flatMap(({ move }) => move ?? []);
}

/** How it ends; null where the record does not say. */
export function endOf(nodes: Nodes): RecordEnd | null {
	return mainLine(nodes).at(-1)?.end ?? null;
}
