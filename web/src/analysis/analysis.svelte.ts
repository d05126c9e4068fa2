/**
 * Analysis board: a tree of variations, the current node, undo.
 *
 * - `tree.ts` is the tree as immutable data: each edit returns a new tree, so undo restores an earlier one.
 * - The `GameHistory` of the session follows the moves to the current node, so board, grid, promotion dialog and
 *   refusals are those of the play page. `records/treeText.ts` asks the rules for the names of moves.
 * - `Analyst` asks the engine about the current node. `Evaluations` keeps results by position and by node, for the bar,
 *   the arrows, the graph and the tree.
 * - `pages/AnalysisBoard.svelte` saves the board in the browser's database, with its game or on its own.
 * - `board/shapes.ts` converts arrows and circles between shogiground and records. `editor/` sets up positions.
 */

import { GameHistory } from '../board/gameHistory.svelte';
import type { KeptAnalysis } from '../database/board';
import type { StoredGame } from '../database/games';
import { moveStyle } from '../games/moveStyle';
import { locale } from '../i18n/locale.svelte';
import { knownPlayer } from '../levels/computerPlayer';
import { m } from '../paraglide/messages';
import type { RecordedGame, RecordShape } from '../records/record';
import {
	annotated,
	besides,
	emptyRecord,
	glyphText,
	lineFrom,
	madeMain,
	mainLine,
	movesTo,
	type Notes,
	nodeOf,
	pathTo,
	played,
	playedAll,
	promoted,
	ROOT,
	recordNodes,
	removed,
	type Tree,
	type TreeNode,
	treeOf,
	withGlyph,
	withShapes,
} from '../records/tree';
import { legalTree, lineTexts, TreeText } from '../records/treeText';
import type { GameOutcome, RulesModule } from '../rules/module';
import { isProblem, openGame } from '../rules/problem';
import type { Side, VariantId } from '../rules/variant';
import { Practice } from '../session/practice.svelte';
import type { Player } from '../session/session';
import type { WholeLine } from '../share/linkedGame';
import type { Target } from './analyst.svelte';
import { Evaluations, recordedValue } from './evaluations.svelte';

interface Moment {
	tree: Tree;
	at: number;
}

/** Maximum number of undo steps. */
const KEPT = 200;

export type Seats = Pick<StoredGame, 'players' | 'you'>;

/** A task on the board; moves played there go to `attempt`. */
export interface Trial {
	/** Node of the task until it is solved or shown; until then, no spoilers. */
	readonly asked: number | null;
	attempt(move: string): void;
}

export class Analysis extends Practice {
	readonly game: VariantId;
	readonly history: GameHistory;
	readonly handicap: boolean;
	/** A king is missing: mates can be searched, evaluations cannot. */
	readonly problem: boolean;
	readonly bottomSide: Side;
	readonly record: RecordedGame;
	/** Null unless from a game of My games. */
	readonly seats: Seats | null;
	/** Side of the first move. */
	readonly firstMover: Side;
	readonly evaluations = new Evaluations();
	tree: Tree = $state.raw() as Tree;
	/** Id of the node on the board. */
	at: number = $state(ROOT);
	trial: Trial | null = $state.raw(null);
	#module: RulesModule;
	#texts: TreeText;
	#undo: readonly Moment[] = $state.raw([]);
	#redo: readonly Moment[] = $state.raw([]);

	/** `node` is a number of the record; by default the end of the main line. */
	constructor(
		module: RulesModule,
		record: RecordedGame,
		node?: number,
		bottom: Side = 'first',
		seats: Seats | null = null,
	) {
		super();
		const { game, start } = record;
		const rules = record.rules ?? {};
		this.#module = module;
		this.game = game;
		this.record = record;
		this.handicap = start.startsWith('handicap:') || record.headers.some(([name]) => name === 'Handicap');
		this.bottomSide = bottom;
		this.seats = seats;
		this.tree = legalTree(module, { game, start, rules }, treeOf(record));
		this.#texts = new TreeText(module, { game, start, rules });
		this.at = node !== undefined && this.tree.nodes.has(node) ? node : (mainLine(this.tree).at(-1) ?? ROOT);
		this.problem = isProblem(start);
		this.history = new GameHistory(module, game, start, movesTo(this.tree, this.at), rules, this.problem);
		this.firstMover = this.history.firstMover();
	}

	static empty(module: RulesModule, game: VariantId, start = '', rules: Record<string, string> = {}): Analysis {
		return new Analysis(module, emptyRecord(game, start, rules));
	}

	/** Move texts by node. */
	readonly texts: ReadonlyMap<number, string> = $derived.by(
		() => new Map(this.#texts.of(this.tree, moveStyle(this.game, locale()))),
	);

	get node(): TreeNode {
		return nodeOf(this.tree, this.at);
	}

	get asked(): number | null {
		return this.trial?.asked ?? null;
	}

	/** Path to the current node, and on along first children. */
	get line(): number[] {
		return [...pathTo(this.tree, this.at).slice(0, -1), ...lineFrom(this.tree, this.at)];
	}

	/** Moves of that line, and its end in the record. */
	get wholeLine(): WholeLine {
		const last = this.line.at(-1) ?? ROOT;
		return { moves: movesTo(this.tree, last), end: nodeOf(this.tree, last).end?.end ?? null };
	}

	override get players(): Record<Side, Player> {
		const unnamed = super.players;
		const named = (side: Side): Player => {
			if (this.seats?.you === side) return { ...unnamed[side], name: m.play_you() };
			const seated = this.seats?.players[side];
			if (seated) return { ...unnamed[side], ...knownPlayer(this.game, seated) };
			const names = side === 'first' ? ['Sente', 'White', '先手', '下手'] : ['Gote', 'Black', '後手', '上手'];
			const name = this.record.headers.find(([header]) => names.includes(header))?.[1];
			return name ? { ...unnamed[side], name } : unnamed[side];
		};
		return { first: named('first'), second: named('second') };
	}

	get target(): Target {
		const { game, start, rulesSet: rules, now } = this.history;
		const { moves, position, side, check: inCheck, outcome } = now;
		const over = outcome !== null;
		return { game, start, moves, rules, position, side, inCheck, over, problem: this.problem, node: this.at };
	}

	/** Outcome by the rules after a node; null while the game goes on. */
	outcomeAt(id: number): GameOutcome | null {
		const { game, start, rulesSet: rules } = this.history;
		const board = openGame(this.#module, game, start, movesTo(this.tree, id), rules);
		const { outcome } = board.state();
		board.free();
		return outcome ?? null;
	}

	textsAt(id: number, moves: readonly string[]): string[] {
		const { game, start, rulesSet: rules } = this.history;
		const before = movesTo(this.tree, id);
		return lineTexts(this.#module, { game, start, rules }, [...before, ...moves], moveStyle(game, locale())).slice(
			before.length,
		);
	}

	textsAfter(moves: readonly string[]): string[] {
		const { game, start, rulesSet: rules, now } = this.history;
		const all = [...now.moves, ...moves];
		return lineTexts(this.#module, { game, start, rules }, all, moveStyle(game, locale())).slice(now.ply);
	}

	positionAfter(moves: readonly string[]): string {
		const { game, start, rulesSet: rules, now } = this.history;
		const board = openGame(this.#module, game, start, [...now.moves, ...moves], rules);
		const { position } = board.state();
		board.free();
		return position;
	}

	/** Texts of moves after a position outside the tree, as after a null move. */
	textsFrom(position: string, moves: readonly string[]): string[] {
		const start = { game: this.game, start: position, rules: this.history.rulesSet };
		return lineTexts(this.#module, start, moves, moveStyle(this.game, locale()));
	}

	go(id: number): void {
		if (!this.tree.nodes.has(id) || id === this.at) return;
		this.#show(this.tree, id);
	}

	back(): void {
		const { parent } = this.node;
		if (parent !== null) this.go(parent);
	}

	forward(): void {
		const [child] = this.node.children;
		if (child !== undefined) this.go(child);
	}

	toStart(): void {
		this.go(ROOT);
	}

	toEnd(): void {
		this.go(lineFrom(this.tree, this.at).at(-1) ?? this.at);
	}

	beside(step: 1 | -1): void {
		const id = besides(this.tree, this.at, step);
		if (id !== null) this.go(id);
	}

	override play(move: string): void {
		if (this.trial) this.trial.attempt(move);
		else this.add(move);
	}

	/** Plays a move, even during a task. */
	add(move: string): void {
		this.#change(played(this.tree, this.at, move));
	}

	/** Adds an engine line and goes to its first move. */
	playLine(moves: readonly string[]): void {
		const { tree } = playedAll(this.tree, this.at, moves);
		this.#change({ tree, at: played(tree, this.at, moves[0] ?? '').at });
	}

	promote(id: number): void {
		this.#change({ tree: promoted(this.tree, id), at: this.at });
	}

	makeMain(id: number): void {
		this.#change({ tree: madeMain(this.tree, id), at: this.at });
	}

	remove(id: number): void {
		const inside = pathTo(this.tree, this.at).includes(id);
		const { tree, at } = removed(this.tree, id);
		this.#change({ tree, at: inside ? at : this.at });
	}

	annotate(id: number, notes: Notes): void {
		this.#change({ tree: annotated(this.tree, id, notes), at: this.at });
	}

	glyph(id: number, nag: number): void {
		this.#change({ tree: withGlyph(this.tree, id, nag), at: this.at });
	}

	/** Adds glyphs to moves without any, as one undo step. */
	mark(glyphs: ReadonlyMap<number, number>): void {
		let { tree } = this;
		for (const [id, nag] of glyphs)
			if (tree.nodes.has(id) && glyphText(nodeOf(tree, id)) === '') tree = withGlyph(tree, id, nag);
		this.#change({ tree, at: this.at });
	}

	setShapes(shapes: readonly RecordShape[]): void {
		this.#change({ tree: withShapes(this.tree, this.at, shapes), at: this.at });
	}

	get canUndo(): boolean {
		return this.#undo.length > 0;
	}

	get canRedo(): boolean {
		return this.#redo.length > 0;
	}

	undo(): void {
		const before = this.#undo.at(-1);
		if (!before) return;
		this.#undo = this.#undo.slice(0, -1);
		this.#redo = [...this.#redo, { tree: this.tree, at: this.at }];
		this.#restore(before);
	}

	redo(): void {
		const next = this.#redo.at(-1);
		if (!next) return;
		this.#redo = this.#redo.slice(0, -1);
		this.#undo = [...this.#undo, { tree: this.tree, at: this.at }];
		this.#restore(next);
	}

	/** Ids stay unique after undo: texts and evaluations are cached by id. */
	#restore({ tree, at }: Moment): void {
		this.#show({ ...tree, next: Math.max(tree.next, this.tree.next) }, at);
	}

	/** Only edits of the tree are undo steps, navigation is not. */
	#change({ tree, at }: Moment): void {
		if (tree !== this.tree) {
			this.#undo = [...this.#undo, { tree: this.tree, at: this.at }].slice(-KEPT);
			this.#redo = [];
		}
		this.#show(tree, at);
	}

	#show(tree: Tree, at: number): void {
		this.tree = tree;
		this.at = at;
		this.history.follow(movesTo(tree, at));
	}

	/** State to save, with evaluations and the number of the current node. */
	kept(bottom: Side): KeptAnalysis {
		const { nodes, numbers } = recordNodes(this.tree);
		for (const [id, number] of numbers) {
			const node = nodes[number];
			const found = this.evaluations.has(id) ? this.evaluations.of(this.tree, id) : null;
			if (node && found) node.eval = recordedValue(found.value);
		}
		return { record: { ...this.record, nodes }, at: numbers.get(this.at) ?? 0, bottom };
	}
}
