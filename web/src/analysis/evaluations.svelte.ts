/** What positions of a tree are worth, as found so far: by node for graph and report, by position for walking back. */
import { SvelteMap } from 'svelte/reactivity';
import { type Evaluation, expectedWins, type Value } from './evaluation';
import type { Tree, TreeNode } from './tree';

/** One principal variation. */
export interface Line {
	value: Value;
	/** Wins to be expected of the first side, per mille. */
	win: number;
	/** In plies. */
	depth: number;
	/** Canonical text, from the position on. */
	moves: readonly string[];
}

/** What a search found in a position, its best line first. */
export interface Analysed {
	lines: readonly Line[];
	/** So many lines were asked for; a position may have fewer moves. */
	asked: number;
	nodes: number;
	timeMs: number;
	/** How much effort it took, once the search has come to its end. */
	effort: string | null;
}

/** The position without the numbers that count moves: the same position is worth the same. */
export function positionKey(position: string): string {
	const fields = position.split(' ');
	return (fields.length > 4 ? fields.slice(0, 4) : fields.slice(0, 3)).join(' ');
}

/** Records count a mate in moves of the side that mates; here plies are counted. */
function recorded({ notes }: TreeNode): Evaluation | null {
	const value = notes.eval;
	if (!value) return null;
	const plies: Value =
		'cp' in value ? value : { mate: value.mate > 0 ? 2 * value.mate - 1 : Math.min(2 * value.mate, -1) };
	return { value: plies, win: expectedWins(plies), line: [], nodes: 0 };
}

/** More are not kept: a position and its lines are a few hundred bytes. */
const KEPT = 2_000;

export class Evaluations {
	#nodes = new SvelteMap<number, Evaluation>();
	#positions = new Map<string, Analysed>();

	/** What a node is worth: as the engine found, else as the record says. */
	of(tree: Tree, id: number): Evaluation | null {
		const node = tree.nodes.get(id);
		return this.#nodes.get(id) ?? (node ? recorded(node) : null);
	}

	/** Whether a search here has looked at a node. */
	has(id: number): boolean {
		return this.#nodes.has(id);
	}

	set(id: number, evaluation: Evaluation): void {
		this.#nodes.set(id, evaluation);
	}

	/** What a search found in a position, if it was searched here. */
	position(key: string): Analysed | null {
		return this.#positions.get(key) ?? null;
	}

	/** Keeps what a search found; the better one stays. Whether it was better than what was known. */
	keep(key: string, found: Analysed): boolean {
		const before = this.#positions.get(key);
		if (before && !isBetter(found, before)) return false;
		this.#positions.delete(key);
		this.#positions.set(key, found);
		if (this.#positions.size > KEPT) {
			const oldest = this.#positions.keys().next().value;
			if (oldest !== undefined) this.#positions.delete(oldest);
		}
		return true;
	}

	/** Keeps what was found in the position of a node. */
	found(id: number, { lines, nodes }: Analysed): void {
		const [best] = lines;
		if (best) this.#nodes.set(id, { value: best.value, win: best.win, line: best.moves, nodes });
	}
}

/** With more lines, or as many and at least as deep. */
function isBetter(one: Analysed, other: Analysed): boolean {
	const [depth, before] = [depthOf(one), depthOf(other)];
	if (one.asked > other.asked) return true;
	return depth > before || (depth === before && one.lines.length >= other.lines.length);
}

/** How deep a search has come, in plies: its lines may be of two depths. */
export function depthOf({ lines }: Analysed): number {
	return Math.max(0, ...lines.map(({ depth }) => depth));
}

/** A value as a record has it. */
export function recordedValue(value: Value): { cp: number } | { mate: number } {
	if ('cp' in value) return value;
	return { mate: value.mate > 0 ? Math.ceil(value.mate / 2) : -Math.ceil(-value.mate / 2) };
}
