/** Move texts and legality of a tree. */

import { type DisplayStyle, isKomadaiError, type RulesModule } from '../rules/module';
import { openGame } from '../rules/problem';
import type { VariantId } from '../rules/variant';
import { movesTo, nodeOf, pathTo, ROOT, removed, type Tree } from './tree';

export interface Start {
	game: VariantId;
	start: string;
	rules: Record<string, string>;
}

/** Texts of moves from a start; canonical from the first illegal one on. */
export function lineTexts(
	module: RulesModule,
	{ game, start, rules }: Start,
	moves: readonly string[],
	style: DisplayStyle,
): string[] {
	const board = openGame(module, game, start, [], rules);
	try {
		let legal = 0;
		try {
			for (const move of moves) {
				board.play(move);
				legal += 1;
			}
		} catch (error) {
			if (!isKomadaiError(error)) throw error;
		}
		return [...board.displayMoves(style), ...moves.slice(legal)];
	} finally {
		board.free();
	}
}

export class TreeText {
	readonly #module: RulesModule;
	readonly #start: Start;
	#style: DisplayStyle | undefined;
	#known = new Map<number, string>();

	constructor(module: RulesModule, start: Start) {
		this.#module = module;
		this.#start = start;
	}

	/** Texts by node; later calls extend the same map. */
	of(tree: Tree, style: DisplayStyle): ReadonlyMap<number, string> {
		if (style !== this.#style) this.#known = new Map();
		this.#style = style;
		for (const { id, children } of tree.nodes.values()) {
			if (children.length > 0 || id === ROOT || this.#known.has(id)) continue;
			const texts = lineTexts(this.#module, this.#start, movesTo(tree, id), style);
			pathTo(tree, id)
				.slice(1)
				.forEach((node, i) => {
					this.#known.set(node, texts[i] ?? '');
				});
		}
		return this.#known;
	}
}

export function legalTree(module: RulesModule, { game, start, rules }: Start, tree: Tree): Tree {
	let legal = tree;
	for (const { id, children } of tree.nodes.values()) {
		if (children.length > 0 || id === ROOT) continue;
		const path = pathTo(tree, id).slice(1);
		const board = openGame(module, game, start, [], rules);
		try {
			for (const at of path) {
				try {
					board.play(nodeOf(tree, at).move);
				} catch (error) {
					if (!isKomadaiError(error)) throw error;
					if (legal.nodes.has(at)) legal = removed(legal, at).tree;
					break;
				}
			}
		} finally {
			board.free();
		}
	}
	return legal;
}
