/**
 * Board with its history: the live game in the rules module, the position browsed to, and the move list.
 * Independent of opponent, clock and network.
 */

import { moveNumber, numberInList } from '../games/moveCount';
import { moveStyle } from '../games/moveStyle';
import { locale } from '../i18n/locale.svelte';
import { mateGuards } from '../rules/guards';
import type {
	Destinations,
	DisplayStyle,
	Game,
	GameState,
	Possibilities,
	Promotion,
	RulesModule,
	SquareName,
	TypedMove,
} from '../rules/module';
import { pieceAt } from '../rules/pieces';
import type { Refusal } from '../rules/refusal';
import { LOOKS, type Side, type VariantId } from '../rules/variant';

const NOWHERE: Destinations = { moves: {}, drops: {} };

const PER_FILE: ReadonlySet<string> = new Set(['nifu', 'file-limit']);
/** Refusals that need no explanation. */
const IN_THE_WAY: ReadonlySet<string> = new Set(['own-piece', 'blocked', 'occupied', 'wrong-movement']);

export interface Attempt {
	from?: SquareName;
	letter?: string;
	to: SquareName;
}

export class GameHistory {
	readonly game: VariantId;
	readonly start: string;
	readonly rulesSet: Record<string, string>;
	#rules: RulesModule;
	#game: Game;

	now: GameState = $state.raw() as GameState;
	readonly texts: string[] = $derived.by(() => {
		void this.now;
		return this.#game.displayMoves(moveStyle(this.game, locale()));
	});
	/** Ply browsed to; `null` at the latest move. */
	browsed: number | null = $state(null);

	constructor(
		rules: RulesModule,
		game: VariantId,
		start: string,
		moves: string[],
		ruleSet: Record<string, string>,
		/** Tsume problem: a king may be missing. */
		readonly problem = false,
	) {
		this.game = game;
		this.start = start;
		this.rulesSet = ruleSet;
		this.#rules = rules;
		this.#game = rules.Game.replay(game, start, moves, ruleSet, problem);
		this.#refresh();
	}

	moveText(ply: number, style: DisplayStyle): string | undefined {
		return this.#game.displayMoves(style)[ply - 1];
	}

	textOf(move: string): string {
		const { game, start, rulesSet, problem } = this;
		try {
			const tried = this.#rules.Game.replay(game, start, [...this.now.moves, move], rulesSet, problem);
			const text = tried.displayMoves(moveStyle(game, locale())).at(-1);
			tried.free();
			return text ?? move;
		} catch {
			// A move that loses by being illegal has no text.
			return move;
		}
	}

	declinesPromotion(ply: number): boolean {
		return this.moveText(ply, 'western')?.endsWith('=') ?? false;
	}

	get shown(): GameState {
		return this.browsed === null ? this.now : this.#game.at(this.browsed);
	}

	get isAtLatest(): boolean {
		return this.browsed === null;
	}

	#refresh(): void {
		this.now = this.#game.state();
	}

	browse(ply: number): void {
		const to = Math.max(0, Math.min(ply, this.now.ply));
		this.browsed = to === this.now.ply ? null : to;
	}

	destinations(): Destinations {
		return this.now.outcome ? NOWHERE : this.#game.destinations();
	}

	/** Possibilities in the position shown, for either side: display only. */
	possibilities(side: Side): Possibilities {
		return this.#game.possibilities(side, this.browsed ?? this.now.ply);
	}

	promotion(from: SquareName, to: SquareName): Promotion {
		return this.#game.promotion(from, to);
	}

	premoves(side: Side): Destinations {
		return this.now.outcome ? NOWHERE : this.#game.premoves(side);
	}

	premovePromotion(from: SquareName, to: SquareName): Promotion {
		return this.#game.premovePromotion(from, to);
	}

	normalMove(from: SquareName, to: SquareName): string {
		return this.#game.normalMove(from, to);
	}

	promotionMove(from: SquareName, to: SquareName): string {
		return this.#game.promotionMove(from, to);
	}

	dropText(letter: string, to: SquareName): string {
		return this.#game.dropMove(letter, to);
	}

	why(move: string): Refusal | null {
		return this.#game.why(move);
	}

	/** `null` when the attempt is legal. */
	explain(attempt: Attempt): Refusal | null {
		const { from, letter, to } = attempt;
		if (letter !== undefined) return this.#explainDrop(letter, to);
		if (from === undefined) return null;
		const unpromoted = this.why(this.normalMove(from, to));
		// Report `must-promote` only when the promoting move is legal.
		const refusal = unpromoted?.code === 'must-promote' ? this.why(this.promotionMove(from, to)) : unpromoted;
		return refusal && { ...refusal, piece: pieceAt(this.now.board, LOOKS[this.game], from)?.letter };
	}

	/** `null` when the piece has a legal move. */
	whyStuck(asked: { from: SquareName } | { letter: string }): Refusal | null {
		const { moves, drops } = this.destinations();
		if ('letter' in asked) {
			if ((drops[asked.letter] ?? []).length > 0) return null;
			return this.#whyNoDrop(asked.letter);
		}
		const { from } = asked;
		if ((moves[from] ?? []).length > 0) return null;
		const targets = this.#game.premoves(this.now.side).moves[from] ?? [];
		return this.#firstReason(targets.map((to) => ({ from, to }))) ?? { code: 'stuck', squares: [from] };
	}

	/** A reason on every file, such as a pawn on each, is returned once with all squares. */
	#whyNoDrop(letter: string): Refusal {
		const squares = this.#game.premoves(this.now.side).drops[letter] ?? [];
		const why = squares.flatMap((to) => this.explain({ letter, to }) ?? []).filter(({ code }) => !IN_THE_WAY.has(code));
		const [first] = why;
		if (!first) return { code: 'stuck-drop', squares: [] };
		if (!PER_FILE.has(first.code) || why.some(({ code }) => code !== first.code)) return first;
		return { ...first, squares: [...new Set(why.flatMap((one) => one.squares))], everywhere: true };
	}

	#firstReason(attempts: readonly Attempt[]): Refusal | null {
		for (const attempt of attempts) {
			const why = this.explain(attempt);
			if (why && !IN_THE_WAY.has(why.code)) return why;
		}
		return null;
	}

	/** Adds the squares of the guarding pieces to a pawn-drop mate. */
	#explainDrop(letter: string, to: SquareName): Refusal | null {
		const refusal = this.why(this.dropText(letter, to));
		const king = refusal?.squares[1];
		if (refusal?.code !== 'pawn-drop-mate' || king === undefined) return refusal;
		const guards = mateGuards(this.now, this.#game.attackers(this.now.ply), to, king, this.now.side);
		return { ...refusal, squares: [...refusal.squares, ...guards] };
	}

	read(text: string): TypedMove {
		return this.#game.readMove(text, moveStyle(this.game, locale()));
	}

	at(ply: number): GameState {
		return ply >= this.now.ply ? this.now : this.#game.at(ply);
	}

	attackers(): Record<SquareName, SquareName[]> {
		return this.#game.attackers(this.browsed ?? this.now.ply);
	}

	/** Reason why a move could not promote, for rules that players rarely know. */
	explainNoPromotion(from: SquareName, to: SquareName): Refusal | null {
		const refusal = this.why(this.promotionMove(from, to));
		const wondered = refusal?.code === 'board-limit' || refusal?.code === 'en-passant-promotion';
		if (!refusal || !wondered) return null;
		return { ...refusal, piece: pieceAt(this.now.board, LOOKS[this.game], from)?.letter };
	}

	play(move: string): void {
		this.#game.play(move);
		this.browsed = null;
		this.#refresh();
	}

	undo(count: number): void {
		for (let i = 0; i < count; i++) this.#game.undo();
		this.browsed = null;
		this.#refresh();
	}

	/** Undoes and plays moves to reach `moves`. Returns `true` if moves were only added. */
	follow(moves: readonly string[]): boolean {
		const shown = this.now.moves;
		const differs = shown.findIndex((move, i) => move !== moves[i]);
		if (differs >= 0 && differs < moves.length) {
			this.reset([...moves]);
			return false;
		}
		if (differs >= 0) this.undo(shown.length - differs);
		for (const move of moves.slice(shown.length)) this.play(move);
		return differs < 0 && moves.length > shown.length;
	}

	reset(moves: string[]): void {
		this.#game.free();
		this.#game = this.#rules.Game.replay(this.game, this.start, moves, this.rulesSet, this.problem);
		this.browsed = null;
		this.#refresh();
	}

	startPosition(): string {
		return this.#game.at(0).position;
	}

	firstMover(): Side {
		return this.#game.at(0).side;
	}

	/** Move number as players of the variant count. */
	moveNumber(ply: number): number {
		return moveNumber(this.game, ply, this.firstMover());
	}

	/** Empty for a move that shares the number. */
	numberInList(ply: number): string {
		return numberInList(this.game, ply, this.firstMover());
	}

	positionText(): string {
		return this.shown.position;
	}

	free(): void {
		this.#game.free();
	}
}
