/** Cache of evaluations: by node for graph and report, by position for navigation. */
import { SvelteMap } from 'svelte/reactivity';
import type { Tree, TreeNode } from '../records/tree';
import { type Evaluation, expectedWins, type Value } from './evaluation';

export interface Line {
	value: Value;
	/** Win probability of the first side, per mille. */
	win: number;
	/** Plies. */
	depth: number;
	moves: readonly string[];
}

/** Result of a search, best line first. */
export interface Analysed {
	lines: readonly Line[];
	/** Requested lines (MultiPV); the position may have fewer moves. */
	asked: number;
	nodes: number;
	timeMs: number;
	/** Search limit of a completed search; null before. */
	effort: string | null;
}

/** Position text without move counters. */
export function positionKey(position: string): string {
	const fields = position.split(' ');
	return (fields.length > 4 ? fields.slice(0, 4) : fields.slice(0, 3)).join(' ');
}

/** Records count mates in moves of the mating side, evaluations in plies. */
function recorded({ notes }: TreeNode): Evaluation | null {
	const value = notes.eval;
	if (!value) return null;
	const plies: Value =
		'cp' in value ? value : { mate: value.mate > 0 ? 2 * value.mate - 1 : Math.min(2 * value.mate, -1) };
	return { value: plies, win: expectedWins(plies), line: [], nodes: 0 };
}

/** Cache size in positions, a few hundred bytes each. */
const KEPT = 2_000;

export class Evaluations {
	#nodes = new SvelteMap<number, Evaluation>();
	#positions = new Map<string, Analysed>();

	/** Evaluation of a node, from the cache or the record. */
	of(tree: Tree, id: number): Evaluation | null {
		const node = tree.nodes.get(id);
		return this.#nodes.get(id) ?? (node ? recorded(node) : null);
	}

	has(id: number): boolean {
		return this.#nodes.has(id);
	}

	set(id: number, evaluation: Evaluation): void {
		this.#nodes.set(id, evaluation);
	}

	position(key: string): Analysed | null {
		return this.#positions.get(key) ?? null;
	}

	/** Stores a result unless a better one is known. Returns `true` if stored. */
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

	found(id: number, { lines, nodes }: Analysed): void {
		const [best] = lines;
		if (best) this.#nodes.set(id, { value: best.value, win: best.win, line: best.moves, nodes });
	}
}

/** More lines, or greater depth. */
function isBetter(one: Analysed, other: Analysed): boolean {
	const [depth, before] = [depthOf(one), depthOf(other)];
	if (one.asked > other.asked) return true;
	return depth > before || (depth === before && one.lines.length >= other.lines.length);
}

/** Depth in plies; the lines may have two depths. */
export function depthOf({ lines }: Analysed): number {
	return Math.max(0, ...lines.map(({ depth }) => depth));
}

/** A value as in records, with mates in moves. */
export function recordedValue(value: Value): { cp: number } | { mate: number } {
	if ('cp' in value) return value;
	return { mate: value.mate > 0 ? Math.ceil(value.mate / 2) : -Math.ceil(-value.mate / 2) };
}
