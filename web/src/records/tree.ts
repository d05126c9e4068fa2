/**
 * Tree of variations as immutable data: edits return a new tree that shares unchanged nodes, for undo. Moves are text;
 * their legality is not checked here.
 */
import type { VariantId } from '../rules/variant';
import type { RecordedGame, RecordNode, RecordShape } from './record';

/** Annotations of a position and of the move before it. */
export type Notes = Omit<RecordNode, 'parent' | 'move' | 'end'>;

export interface TreeNode {
	readonly id: number;
	/** Null at the start. */
	readonly parent: number | null;
	/** Empty at the start. */
	readonly move: string;
	/** The main line first. */
	readonly children: readonly number[];
	readonly notes: Notes;
	/** End of the game after this node, from the record. */
	readonly end?: RecordNode;
}

export interface Tree {
	readonly nodes: ReadonlyMap<number, TreeNode>;
	/** Next id; ids are never reused. */
	readonly next: number;
}

export const ROOT = 0;

/** PGN glyphs that judge a move; a move has at most one. */
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

/** Throws for an unknown id, a mistake of the caller. */
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

export function pathTo(tree: Tree, id: number): number[] {
	const path: number[] = [];
	for (let at: number | null = id; at !== null; at = nodeOf(tree, at).parent) path.push(at);
	return path.reverse();
}

export function movesTo(tree: Tree, id: number): string[] {
	return pathTo(tree, id)
		.slice(1)
		.map((one) => nodeOf(tree, one).move);
}

/** The last existing node on a path of moves from the start. */
export function nodeAfter(tree: Tree, moves: readonly string[]): number {
	let at = ROOT;
	for (const move of moves) {
		const next = nodeOf(tree, at).children.find((child) => nodeOf(tree, child).move === move);
		if (next === undefined) break;
		at = next;
	}
	return at;
}

/** Ids from a node on, along first children. */
export function lineFrom(tree: Tree, id: number): number[] {
	const line = [id];
	for (let at = nodeOf(tree, id).children[0]; at !== undefined; at = nodeOf(tree, at).children[0]) line.push(at);
	return line;
}

export function mainLine(tree: Tree): number[] {
	return lineFrom(tree, ROOT);
}

/** Goes to the child with this move, or adds it as the last variation. */
export function played(tree: Tree, at: number, move: string): { tree: Tree; at: number } {
	const node = nodeOf(tree, at);
	const known = node.children.find((child) => nodeOf(tree, child).move === move);
	if (known !== undefined) return { tree, at: known };
	const id = tree.next;
	const child: TreeNode = { id, parent: at, move, children: [], notes: {} };
	return { tree: changed(tree, [{ ...node, children: [...node.children, id] }, child], id + 1), at: id };
}

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

/** Root of a node's variation: the nearest ancestor, or itself, that is no first child; null on the main line. */
export function variationOf(tree: Tree, id: number): number | null {
	for (const at of pathTo(tree, id).reverse()) {
		const { parent } = nodeOf(tree, at);
		if (parent !== null && nodeOf(tree, parent).children[0] !== at) return at;
	}
	return null;
}

export function promoted(tree: Tree, id: number): Tree {
	const variation = variationOf(tree, id);
	return variation === null ? tree : moved(tree, variation, (index) => index - 1);
}

export function madeMain(tree: Tree, id: number): Tree {
	return pathTo(tree, id).reduce((now, at) => moved(now, at, () => 0), tree);
}

/** Deletes a subtree; returns the parent as `at`. The start itself stays. */
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

/** Merges notes; empty ones are dropped. */
export function annotated(tree: Tree, id: number, notes: Notes): Tree {
	const node = nodeOf(tree, id);
	const merged = Object.entries({ ...node.notes, ...notes }).filter(
		([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
	);
	return changed(tree, [{ ...node, notes: Object.fromEntries(merged) }]);
}

/** Sets a glyph, or removes a repeated one; glyphs that do not judge the move stay. */
export function withGlyph(tree: Tree, id: number, nag: number): Tree {
	if (id === ROOT) return tree;
	const { nags = [] } = nodeOf(tree, id).notes;
	const others = nags.filter((one) => !GLYPHS.some((glyph) => glyph.nag === one));
	return annotated(tree, id, { nags: nags.includes(nag) ? others : [...others, nag] });
}

export function glyphText({ notes }: TreeNode): string {
	return (notes.nags ?? []).map((nag) => GLYPHS.find((one) => one.nag === nag)?.text ?? '').join('');
}

export function withShapes(tree: Tree, id: number, shapes: readonly RecordShape[]): Tree {
	return annotated(tree, id, { shapes: [...shapes] });
}

/** The next or previous sibling of the node, or of its nearest ancestor with one. */
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

/** Tree of a record; nodes without a known parent are dropped. */
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

/** Record nodes of a tree, and their numbers by id. */
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

export function emptyRecord(game: VariantId, start: string, rules: Record<string, string> | null): RecordedGame {
	return { game, start, headers: [], rules, nodes: [{ parent: -1 }] };
}
