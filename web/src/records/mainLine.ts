/** Main line of a record: the first child at each node. */
import type { RecordEnd, RecordNode } from './record';

type Nodes = readonly RecordNode[];

/** Nodes of the main line without the root, including the end. */
export function mainLine(nodes: Nodes): RecordNode[] {
	const next = new Map<number, number>();
	for (const [index, { parent }] of nodes.entries()) if (index > 0 && !next.has(parent)) next.set(parent, index);
	const line: RecordNode[] = [];
	for (let at = next.get(0); at !== undefined; at = next.get(at)) line.push(nodes[at] as RecordNode);
	return line;
}

export function mainMoves(nodes: Nodes): string[] {
	return mainLine(nodes).flatMap(({ move }) => move ?? []);
}

/** End of the main line; null if the record does not say. */
export function endOf(nodes: Nodes): RecordEnd | null {
	return mainLine(nodes).at(-1)?.end ?? null;
}
