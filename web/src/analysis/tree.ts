/**
 * A tree of variations. Pure data: each edit gives a new tree and shares what did not change, so that an earlier
 * one can be gone back to. What is legal is for others to say; moves are text.
 */
import type { VariantId } from '../games/variant';
import type { RecordedGame, RecordNode, RecordShape } from '../records/record';

/** What is said about a position, beside the move that led to it. */
export type Notes = Omit<RecordNode, 'parent' | 'move' | 'end'>;

export interface TreeNode {
	readonly id: number;
	/** The node before; null at the start. */
	readonly parent: number | null;
	/** The move that led here; empty at the start. */
	readonly move: string;
	/** The main line first. */
	readonly children: readonly number[];
	readonly notes: Notes;
	/** The game ended here, as the record says; with what it says about the end. */
	readonly end?: RecordNode;
}

export interface Tree {
	readonly nodes: ReadonlyMap<number, TreeNode>;
	/** The id of the next node: ids are never used again. */
	readonly next: number;
}

/** The id of the start. */
export const ROOT = 0;

/** Numeric annotation glyphs of PGN that judge a move: one move has one of them at most. */
export const GLYPHS = [
	{ nag: 3, text: '!!' },
	{ nag: 1, text: '!' },
	{ nag: 5, text: '!?' },
	{ nag: 6, text: '?!' },
	{ nag: 2, text: '?' },
	{ nag: 4, text: '??' },
] as const;

export function emptyTree(): Tree {
	return { nodes: new Map([[ROOT, { id: ROOT, parent: null, move: '', children: [], notes: {} }]]), next: 1 };
}

/** The node of an id. Throws for an id that the tree does not have, which is a mistake of the caller. */
export function nodeOf(tree: Tree, id: number): TreeNode {
	const node = tree.nodes.get(id);
	if (!node) throw new RangeError(`the tree has no node ${id}`);
	return node;
}

function changed(tree: Tree, nodes: readonly TreeNode[], next = tree.next): Tree {
	const copy = new Map(tree.nodes);
	for (const node of nodes) copy.set(node.id, node);
	return { nodes: copy, next };
}

/** The ids from the start to a node, both included. */
export function pathTo(tree: Tree, id: number): number[] {
	const path: number[] = [];
	for (let at: number | null = id; at !== null; at = nodeOf(tree, at).parent) path.push(at);
	return path.reverse();
}

/** The moves from the start to a node. */
export function movesTo(tree: Tree, id: number): string[] {
	return pathTo(tree, id)
		.slice(1)
		.map((one) => nodeOf(tree, one).move);
}

/** The last node of these moves that there is, from the start. */
export function nodeAfter(tree: Tree, moves: readonly string[]): number {
	let at = ROOT;
	for (const move of moves) {
		const next = nodeOf(tree, at).children.find((child) => nodeOf(tree, child).move === move);
		if (next === undefined) break;
		at = next;
	}
	return at;
}

/** The ids from a node on, always along the first child, to the end. */
export function lineFrom(tree: Tree, id: number): number[] {
	const line = [id];
	for (let at = nodeOf(tree, id).children[0]; at !== undefined; at = nodeOf(tree, at).children[0])
		line.push(at);
	return line;
}

/** The main line, from the start. */
export function mainLine(tree: Tree): number[] {
	return lineFrom(tree, ROOT);
}

/** Plays a move: goes to the child that has it, or adds it as the last variation. */
export function played(tree: Tree, at: number, move: string): { tree: Tree; at: number } {
	const node = nodeOf(tree, at);
	const known = node.children.find((child) => nodeOf(tree, child).move === move);
	if (known !== undefined) return { tree, at: known };
	const id = tree.next;
	const child: TreeNode = { id, parent: at, move, children: [], notes: {} };
	return { tree: changed(tree, [{ ...node, children: [...node.children, id] }, child], id + 1), at: id };
}

/** Plays several moves, one after the other. */
export function playedAll(tree: Tree, at: number, moves: readonly string[]): { tree: Tree; at: number } {
	return moves.reduce((now, move) => played(now.tree, now.at, move), { tree, at });
}

function moved(tree: Tree, id: number, to: (index: number) => number): Tree {
	const { parent } = nodeOf(tree, id);
	if (parent === null) return tree;
	const node = nodeOf(tree, parent);
	const index = node.children.indexOf(id);
	const target = Math.max(0, to(index));
	if (target === index) return tree;
	const children = node.children.toSpliced(index, 1).toSpliced(target, 0, id);
	return changed(tree, [{ ...node, children }]);
}

/** The variation that a node belongs to begins at the last ancestor that is not the first child, or is nothing. */
export function variationOf(tree: Tree, id: number): number | null {
	for (const at of pathTo(tree, id).reverse()) {
		const { parent } = nodeOf(tree, at);
		if (parent !== null && nodeOf(tree, parent).children[0] !== at) return at;
	}
	return null;
}

/** Puts the variation of a node one place further to the front. */
export function promoted(tree: Tree, id: number): Tree {
	const variation = variationOf(tree, id);
	return variation === null ? tree : moved(tree, variation, (index) => index - 1);
}

/** Makes the line to a node the main line. */
export function madeMain(tree: Tree, id: number): Tree {
	return pathTo(tree, id).reduce((now, at) => moved(now, at, () => 0), tree);
}

/** Deletes a node and what follows it; answers with the node to look at then. The start only loses what follows. */
export function removed(tree: Tree, id: number): { tree: Tree; at: number } {
	const { parent, children } = nodeOf(tree, id);
	if (parent === null) {
		const { end: _, ...root } = nodeOf(tree, ROOT);
		return { tree: { ...tree, nodes: new Map([[ROOT, { ...root, children: [] }]]) }, at: ROOT };
	}
	const copy = new Map(tree.nodes);
	const gone = [id, ...children];
	for (let i = 0; i < gone.length; i++) {
		const node = gone[i] as number;
		if (i > 0) gone.push(...nodeOf(tree, node).children);
		copy.delete(node);
	}
	const before = nodeOf(tree, parent);
	copy.set(parent, { ...before, children: before.children.filter((child) => child !== id) });
	return { tree: { ...tree, nodes: copy }, at: parent };
}

/** Changes what is said about a node; what is empty is left out. */
export function annotated(tree: Tree, id: number, notes: Notes): Tree {
	const node = nodeOf(tree, id);
	const merged = Object.entries({ ...node.notes, ...notes }).filter(
		([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
	);
	return changed(tree, [{ ...node, notes: Object.fromEntries(merged) }]);
}

/** Gives a move a glyph, or takes it away where it has the same; glyphs that do not judge the move stay. */
export function withGlyph(tree: Tree, id: number, nag: number): Tree {
	if (id === ROOT) return tree;
	const { nags = [] } = nodeOf(tree, id).notes;
	const others = nags.filter((one) => !GLYPHS.some((glyph) => glyph.nag === one));
	return annotated(tree, id, { nags: nags.includes(nag) ? others : [...others, nag] });
}

/** The glyphs of a move as text. */
export function glyphText({ notes }: TreeNode): string {
	return (notes.nags ?? []).map((nag) => GLYPHS.find((one) => one.nag === nag)?.text ?? '').join('');
}

export function withShapes(tree: Tree, id: number, shapes: readonly RecordShape[]): Tree {
	return annotated(tree, id, { shapes: [...shapes] });
}

/** The nearest node beside this one, or beside one before it: the next variation, or the one before. */
export function besides(tree: Tree, id: number, step: 1 | -1): number | null {
	for (const at of pathTo(tree, id).reverse()) {
		const { parent } = nodeOf(tree, at);
		if (parent === null) break;
		const { children } = nodeOf(tree, parent);
		const beside = children[children.indexOf(at) + step];
		if (beside !== undefined) return beside;
	}
	return null;
}

/** The tree of a record. Nodes of the record that do not hang together are left out. */
export function treeOf(record: Pick<RecordedGame, 'nodes'>): Tree {
	const nodes = new Map<number, TreeNode>();
	record.nodes.forEach((node, id) => {
		const { parent, move, end, ...notes } = node;
		if (id === ROOT) {
			nodes.set(ROOT, { id, parent: null, move: '', children: [], notes });
			return;
		}
		const before = nodes.get(parent);
		if (!before) return;
		if (move === undefined) {
			if (end && !before.end) nodes.set(parent, { ...before, end: node });
			return;
		}
		nodes.set(parent, { ...before, children: [...before.children, id] });
		nodes.set(id, { id, parent, move, children: [], notes });
	});
	return nodes.has(ROOT) ? { nodes, next: record.nodes.length } : emptyTree();
}

/** The nodes of a tree as a record has them; the number of a node in the record by its id. */
export function recordNodes(tree: Tree): { nodes: RecordNode[]; numbers: Map<number, number> } {
	const nodes: RecordNode[] = [];
	const numbers = new Map<number, number>();
	const waiting = [ROOT];
	while (waiting.length > 0) {
		const node = nodeOf(tree, waiting.pop() as number);
		const parent = node.parent === null ? -1 : (numbers.get(node.parent) as number);
		numbers.set(node.id, nodes.length);
		nodes.push({ parent, ...(node.parent === null ? {} : { move: node.move }), ...node.notes });
		if (node.end) nodes.push({ ...node.end, parent: nodes.length - 1 });
		waiting.push(...node.children.toReversed());
	}
	return { nodes, numbers };
}

/** A record with nothing in it but a start. */
export function emptyRecord(
	game: VariantId,
	start: string,
	rules: Record<string, string> | null,
): RecordedGame {
	return { game, start, headers: [], rules, nodes: [{ parent: -1 }] };
}
