/**
 * A puzzle: the player moves one side, the engine answers right and wrong moves alike.
 *
 * 1. `vite/puzzles.ts` makes modules of `crates/lab/puzzles/`: one for each variant, and eight small ones for the
 *    pictures of the puzzles of the day, of which the home page fetches one.
 * 2. `picking.ts` picks the next puzzle by rating and filters, `day.ts` that of the day, `spacing.ts` the repetition of
 *    missed ones. Time and randomness are arguments.
 * 3. Moves of the stored solution are right at once. Others go through `judge.ts` to the engine's Worker: in mates to the
 *    mate solver (`defend`), otherwise to a short search. The king of the mating side may be missing.
 * 4. The result is known at the first mistake or at the solution. `keep.ts` saves it and changes the rating (Glicko-2,
 *    at most 150 points) the first time a puzzle is seen, outside of runs and without a hint.
 *
 * `analyse.ts` opens the position on the analysis board and adds a missing king where it changes nothing.
 * `pages/PuzzleSheet.svelte` prints puzzles, with diagrams of `share/diagram.ts`.
 */

import { GameHistory } from '../board/gameHistory.svelte';
import type { Result } from '../database/puzzleRows';
import type { RulesModule, SquareName } from '../rules/module';
import type { Side, VariantId } from '../rules/variant';
import { Practice } from '../session/practice.svelte';
import { moveMade } from '../sound/moveSound';
import { judge, judgeAtOnce, type Played, storedMove, type Verdict, type Why } from './judge';
import { type Puzzle, solverOf } from './puzzle';
import type { Reply } from './puzzleText';
import type { Solver } from './solver';

const REPLY_MS = 400;

export type PuzzleState =
	| { kind: 'going' }
	| { kind: 'thinking' }
	| { kind: 'replying' }
	| {
			kind: 'wrong';
			why: Why;
			reply: Reply | null;
			squares: readonly SquareName[];
	  }
	| { kind: 'solved' }
	| { kind: 'shown' };

export type { Result };

export interface PuzzleEvents {
	onhelped?(): void;
	ondecided?(result: Result): void;
	onsolved?(): void;
	onwrong?(): void;
}

export class PuzzleSession extends Practice {
	readonly game: VariantId;
	readonly history: GameHistory;
	readonly handicap = false;
	readonly bottomSide: Side;
	state: PuzzleState = $state.raw({ kind: 'going' });
	/** Next right move and the part of it that is shown: 1 piece, 2 target. */
	hint: { move: string; step: 1 | 2 } | null = $state.raw(null);
	result: Result | null = $state(null);
	/** One, plus one per wrong move. */
	tries = $state(1);
	#helped: boolean;
	#before: readonly string[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** Incremented to discard pending answers. */
	#turn = 0;

	constructor(
		rules: RulesModule,
		readonly puzzle: Puzzle,
		readonly solver: Solver,
		readonly events: PuzzleEvents = {},
		/** A hint was used before a reload. */
		helped = false,
	) {
		super();
		this.#helped = helped;
		this.game = puzzle.game;
		this.history = new GameHistory(rules, puzzle.game, puzzle.position, [], {}, true);
		this.bottomSide = solverOf(puzzle);
	}

	override get movers(): readonly Side[] {
		return this.state.kind === 'going' ? super.movers : [];
	}

	get readOnly(): boolean {
		return ['wrong', 'solved', 'shown'].includes(this.state.kind);
	}

	override play(move: string): void {
		const before = this.history.now.moves;
		this.history.play(move);
		const { check, outcome } = this.history.now;
		moveMade(this.history.now, true);
		this.hint = null;
		const played: Played = { puzzle: this.puzzle, before, move, check, outcome: outcome ?? null };
		const clear = judgeAtOnce(played);
		if (clear) this.#take(clear, before);
		else void this.#ask(played);
	}

	async #ask(played: Played): Promise<void> {
		this.#turn += 1;
		const turn = this.#turn;
		this.state = { kind: 'thinking' };
		// Without the engine only stored moves can be judged.
		const verdict = await judge(played, this.solver).catch((error): Verdict => {
			console.info('a move could not be judged:', error);
			return { kind: 'wrong', why: 'unproven', reply: null };
		});
		if (turn === this.#turn) this.#take(verdict, played.before);
	}

	#take(verdict: Verdict, before: readonly string[]): void {
		if (verdict.kind === 'right' && verdict.reply === null) {
			this.state = { kind: 'solved' };
			this.#decide(this.#helped ? 'helped' : 'clean');
			this.events.onsolved?.();
			return;
		}
		if (verdict.kind === 'wrong') {
			this.#before = before;
			this.#decide('missed');
		}
		if (verdict.reply === null) this.#answered(verdict);
		else {
			this.state = { kind: 'replying' };
			this.#timer = setTimeout(() => this.#answered(verdict), REPLY_MS);
		}
	}

	#answered(verdict: Verdict): void {
		const moved = this.history.now.lastMove?.to;
		const played = verdict.reply !== null && this.#reply(verdict.reply);
		if (verdict.kind === 'right') {
			this.state = { kind: 'going' };
			return;
		}
		const { lastMove, kings, side } = this.history.now;
		// After the reply the solver is to move.
		const defender = side === 'first' ? kings.second : kings.first;
		const byKing = lastMove?.to === defender;
		const captures = Boolean(lastMove?.capture) && (byKing || lastMove?.to === moved);
		const at = this.history.texts.length - 1;
		const textOf = () => this.history.texts[at] ?? '';
		const reply = played
			? {
					byKing,
					captures,
					/** Getter: follows the language of the page. */
					get text() {
						return textOf();
					},
				}
			: null;
		const squares = played
			? [lastMove?.from, lastMove?.to].filter((square): square is SquareName => Boolean(square))
			: [];
		this.tries += 1;
		this.state = { kind: 'wrong', why: verdict.why, reply, squares };
		this.events.onwrong?.();
	}

	/** Plays the reply if it is legal. */
	#reply(move: string): boolean {
		if (this.history.why(move)) return false;
		this.history.play(move);
		moveMade(this.history.now, false);
		return true;
	}

	#decide(result: Result): void {
		if (this.result !== null) return;
		this.result = result;
		this.events.ondecided?.(result);
	}

	again(): void {
		if (this.state.kind !== 'wrong') return;
		this.history.undo(this.history.now.ply - this.#before.length);
		this.state = { kind: 'going' };
	}

	/** Shows the piece to move, then its target. */
	async help(): Promise<void> {
		if (this.state.kind !== 'going') return;
		if (this.hint) {
			this.hint = { ...this.hint, step: 2 };
			return;
		}
		const { moves } = this.history.now;
		const move = storedMove(this.puzzle, moves) ?? (await this.#found(moves));
		if (move === null || this.history.now.moves !== moves) return;
		this.#helped = true;
		if (this.result === null) this.events.onhelped?.();
		this.hint = { move, step: 1 };
	}

	async #found(moves: readonly string[]): Promise<string | null> {
		const { game, position, plies, kind } = this.puzzle;
		const asked = { game, position, moves };
		try {
			if (kind !== 'mate') return (await this.solver.search(asked)).move;
			return (await this.solver.mate(asked, plies - moves.length))[0] ?? null;
		} catch (error) {
			console.info('no hint was found:', error);
			return null;
		}
	}

	/** Gives up and starts the solution from its beginning. */
	show(): void {
		this.#drop();
		this.#decide('missed');
		this.history.reset([...this.puzzle.moves]);
		this.history.browse(0);
		this.hint = null;
		this.state = { kind: 'shown' };
	}

	#drop(): void {
		clearTimeout(this.#timer);
		this.#turn += 1;
	}

	override stop(): void {
		this.#drop();
		super.stop();
	}
}
