/**
 * The board with its history: the live game in the rules module, what a reader looks at (any earlier move),
 * and the move list. Knows no opponent, clock or network.
 */

import { moveNumber, numberInList } from '../games/moveCount';
import { moveStyle } from '../games/moveStyle';
import { LOOKS, type Side, type VariantId } from '../games/variant';
import { mateGuards } from '../helper/guards';
import { locale } from '../i18n/locale.svelte';
import { pieceAt } from '../play/pieces';
import type {
	Destinations,
	DisplayStyle,
	Game,
	GameState,
	Key,
	Possibilities,
	Promotion,
	RulesModule,
	TypedMove,
} from '../rules/module';
import type { Refusal } from '../rules/refusal';

const NOWHERE: Destinations = { moves: {}, drops: {} };

/** Where another piece stands nothing more is to be said. */
/** Rules about the pieces on a file. */
const PER_FILE: ReadonlySet<string> = new Set(['nifu', 'file-limit']);
const IN_THE_WAY: ReadonlySet<string> = new Set(['own-piece', 'blocked', 'occupied', 'wrong-movement']);

/** What a person tried on the board: a move or a drop. */
export interface Attempt {
	from?: Key;
	letter?: string;
	to: Key;
}

export class GameHistory {
	readonly game: VariantId;
	readonly start: string;
	readonly rulesSet: Record<string, string>;
	#rules: RulesModule;
	#game: Game;

	/** The game as it stands. */
	now: GameState = $state.raw() as GameState;
	/** The move list as people of the page's language read it. */
	readonly texts: string[] = $derived.by(() => {
		void this.now;
		return this.#game.displayMoves(moveStyle(this.game, locale()));
	});
	/** The move a reader went back to; null at the latest one. */
	browsed: number | null = $state(null);

	constructor(
		rules: RulesModule,
		game: VariantId,
		start: string,
		moves: string[],
		ruleSet: Record<string, string>,
		/** It is a problem: a king may be missing. */
		readonly problem = false,
	) {
		this.game = game;
		this.start = start;
		this.rulesSet = ruleSet;
		this.#rules = rules;
		this.#game = rules.Game.replay(game, start, moves, ruleSet, problem);
		this.#refresh();
	}

	/** A move in a notation; undefined for one that the rules do not allow. */
	moveText(ply: number, style: DisplayStyle): string | undefined {
		return this.#game.displayMoves(style)[ply - 1];
	}

	/** A move that may be made now, as it will stand in the list. */
	textOf(move: string): string {
		const { game, start, rulesSet, problem } = this;
		try {
			const tried = this.#rules.Game.replay(game, start, [...this.now.moves, move], rulesSet, problem);
			const text = tried.displayMoves(moveStyle(game, locale())).at(-1);
			tried.free();
			return text ?? move;
		} catch {
			// One that loses by being illegal has no text.
			return move;
		}
	}

	/** Whether the move with this number might have promoted a piece and did not. */
	declinesPromotion(ply: number): boolean {
		return this.moveText(ply, 'western')?.endsWith('=') ?? false;
	}

	/** The position on the board: the live one, or the one browsed to. */
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

	/** Where the pieces of the side to move may go; nowhere once the game is over. */
	destinations(): Destinations {
		return this.now.outcome ? NOWHERE : this.#game.destinations();
	}

	/**
	 * What the rules answer about a side's pieces in the position shown, be it the latest one or not and whoever
	 * is to move: for looking, not for playing.
	 */
	possibilities(side: Side): Possibilities {
		return this.#game.possibilities(side, this.browsed ?? this.now.ply);
	}

	promotion(from: Key, to: Key): Promotion {
		return this.#game.promotion(from, to);
	}

	/** Where the pieces of a side that is not to move might go when its turn comes. */
	premoves(side: Side): Destinations {
		return this.now.outcome ? NOWHERE : this.#game.premoves(side);
	}

	premovePromotion(from: Key, to: Key): Promotion {
		return this.#game.premovePromotion(from, to);
	}

	normalMove(from: Key, to: Key): string {
		return this.#game.normalMove(from, to);
	}

	promotionMove(from: Key, to: Key): string {
		return this.#game.promotionMove(from, to);
	}

	dropText(letter: string, to: Key): string {
		return this.#game.dropMove(letter, to);
	}

	why(move: string): Refusal | null {
		return this.#game.why(move);
	}

	/** Why an attempt is not allowed, or null when it is. */
	explain(attempt: Attempt): Refusal | null {
		const { from, letter, to } = attempt;
		if (letter !== undefined) return this.#explainDrop(letter, to);
		if (from === undefined) return null;
		const unpromoted = this.why(this.normalMove(from, to));
		// "Must promote" is not the reason when promoting would be refused as well.
		const refusal = unpromoted?.code === 'must-promote' ? this.why(this.promotionMove(from, to)) : unpromoted;
		return refusal && { ...refusal, piece: pieceAt(this.now.board, LOOKS[this.game], from)?.letter };
	}

	/** Why the piece on a square, or one in hand, has nowhere to go; null when it has. */
	whyStuck(asked: { from: Key } | { letter: string }): Refusal | null {
		const { moves, drops } = this.destinations();
		if ('letter' in asked) {
			if ((drops[asked.letter] ?? []).length > 0) return null;
			return this.#whyNoDrop(asked.letter);
		}
		const { from } = asked;
		if ((moves[from] ?? []).length > 0) return null;
		const to = this.#game.premoves(this.now.side).moves[from] ?? [];
		return this.#firstReason(to.map((key) => ({ from, to: key }))) ?? { code: 'stuck', squares: [from] };
	}

	/** One reason for every file, as of a pawn where each file has one, is given as such with the squares of all. */
	#whyNoDrop(letter: string): Refusal {
		const squares = this.#game.premoves(this.now.side).drops[letter] ?? [];
		const why = squares
			.flatMap((to) => this.explain({ letter, to }) ?? [])
			.filter(({ code }) => !IN_THE_WAY.has(code));
		const [first] = why;
		if (!first) return { code: 'stuck-drop', squares: [] };
		if (!PER_FILE.has(first.code) || why.some(({ code }) => code !== first.code)) return first;
		return { ...first, squares: [...new Set(why.flatMap((one) => one.squares))], everywhere: true };
	}

	/** What forbids the first of some attempts that a rule forbids, and not only a piece in the way. */
	#firstReason(attempts: readonly Attempt[]): Refusal | null {
		for (const attempt of attempts) {
			const why = this.explain(attempt);
			if (why && !IN_THE_WAY.has(why.code)) return why;
		}
		return null;
	}

	/** For a mate the squares of those who make it one are reported as well. */
	#explainDrop(letter: string, to: Key): Refusal | null {
		const refusal = this.why(this.dropText(letter, to));
		const king = refusal?.squares[1];
		if (refusal?.code !== 'pawn-drop-mate' || king === undefined) return refusal;
		const guards = mateGuards(this.now, this.#game.attackers(this.now.ply), to, king, this.now.side);
		return { ...refusal, squares: [...refusal.squares, ...guards] };
	}

	/** What a typed text says, with moves as people of the page's language read them. */
	read(text: string): TypedMove {
		return this.#game.readMove(text, moveStyle(this.game, locale()));
	}

	/** The state after `ply` moves. */
	at(ply: number): GameState {
		return ply >= this.now.ply ? this.now : this.#game.at(ply);
	}

	/** From where each square of the position shown is attacked. */
	attackers(): Record<Key, Key[]> {
		return this.#game.attackers(this.browsed ?? this.now.ply);
	}

	/** Why a move that was made without promotion could not have promoted, where a player may wonder. */
	explainNoPromotion(from: Key, to: Key): Refusal | null {
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

	/** Shows the game after these moves: plays what is new, takes back what is gone. Whether moves were added. */
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

	/** Begins again with other moves, as when the server knows better. */
	reset(moves: string[]): void {
		this.#game.free();
		this.#game = this.#rules.Game.replay(this.game, this.start, moves, this.rulesSet, this.problem);
		this.browsed = null;
		this.#refresh();
	}

	/** The position before the first move, as text. */
	startPosition(): string {
		return this.#game.at(0).position;
	}

	/** Who made, or will make, the first move. */
	firstMover(): Side {
		return this.#game.at(0).side;
	}

	/** The number of a move, as players of the game count. */
	moveNumber(ply: number): number {
		return moveNumber(this.game, ply, this.firstMover());
	}

	/** The number before a move in a list; nothing before one that shares it. */
	numberInList(ply: number): string {
		return numberInList(this.game, ply, this.firstMover());
	}

	/** Position text at the move shown, for copying. */
	positionText(): string {
		return this.shown.position;
	}

	free(): void {
		this.#game.free();
	}
}
