/**
 * A step of a lesson: the player moves one side, the other answers by itself until the goal is reached or missed.
 *
 * A step is data (`lesson.ts`). The session extends `Practice`, so board, grid, promotion dialog and refusals are those
 * of the play page. After each move `judge.ts` asks the rules whether the goal is reached. `widgets/TaskLayout.svelte`
 * arranges texts and board, also for the trainers. The first game is a local game against an easy level, in which
 * `coach.ts` gives advice before each move.
 */

import { GameHistory } from '../board/gameHistory.svelte';
import { moveStyle } from '../games/moveStyle';
import { locale } from '../i18n/locale.svelte';
import { judge as judgeMate, type Verdict as MateVerdict } from '../puzzles/judge';
import type { Reply } from '../puzzles/puzzleText';
import type { Solver } from '../puzzles/solver';
import type { Game, RulesModule, SquareName } from '../rules/module';
import { other, type Side, type VariantId } from '../rules/variant';
import { Practice } from '../session/practice.svelte';
import { moveMade } from '../sound/moveSound';
import { judge, replyTo, type Verdict } from './judge';
import { mateOf, type Step, startOf } from './lesson';

/** Pause before the reply, to see the player's own move. */
const REPLY_MS = 450;

/** `thinking`: the solver judges the last move. */
export type Judged = Verdict | { kind: 'thinking' };

export class LessonSession extends Practice {
	readonly history: GameHistory;
	readonly handicap = false;
	readonly bottomSide: Side;
	verdict: Judged = $state.raw({ kind: 'going' });
	reply: Reply | null = $state.raw(null);
	readonly #rules: RulesModule;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** Invalidates solver answers of earlier turns. */
	#turn = 0;

	/** `solver` judges mate steps; without it the rules judge the last move. */
	constructor(
		rules: RulesModule,
		readonly game: VariantId,
		readonly step: Step,
		readonly solver: Solver | null = null,
	) {
		super();
		this.#rules = rules;
		this.history = new GameHistory(rules, game, startOf(step), [], {});
		this.bottomSide = this.history.now.side;
	}

	override get movers(): readonly Side[] {
		return this.readOnly || this.history.now.side !== this.bottomSide ? [] : super.movers;
	}

	get readOnly(): boolean {
		return this.verdict.kind !== 'going';
	}

	/** Evaluates `question` on the current game, or after other moves. */
	#ask<T>(question: (live: Game) => T, moves: readonly string[] = this.history.now.moves): T {
		const { game, start, rulesSet } = this.history;
		const live = this.#rules.Game.replay(game, start, [...moves], rulesSet);
		try {
			return question(live);
		} finally {
			live.free();
		}
	}

	override play(move: string): void {
		const before = this.history.now.moves;
		this.history.play(move);
		moveMade(this.history.now, true);
		const verdict = this.#ask((live) => judge(this.step, live, this.bottomSide));
		const isOpen = verdict.kind === 'going' || (verdict.kind === 'missed' && verdict.what === 'mate');
		const { outcome } = this.history.now;
		if (this.solver && this.step.goal.mate && isOpen && !outcome) void this.#solve(this.solver, before, move, verdict);
		else this.#take(verdict);
	}

	#take(verdict: Verdict): void {
		this.reply = verdict.kind === 'missed' && verdict.reply ? this.#described(verdict.reply) : null;
		this.verdict = verdict;
		if (verdict.kind === 'going') this.#answer(this.#ask((live) => replyTo(live)));
	}

	/** `byRules` is the verdict if the solver fails. */
	async #solve(solver: Solver, before: readonly string[], move: string, byRules: Verdict): Promise<void> {
		this.#turn += 1;
		const turn = this.#turn;
		this.verdict = { kind: 'thinking' };
		const { check } = this.history.now;
		const played = { puzzle: mateOf(this.game, this.step), before, move, check, outcome: null };
		const verdict = await judgeMate(played, solver).catch((error): null => {
			console.info('a move could not be judged by the solver:', error);
			return null;
		});
		if (turn !== this.#turn) return;
		if (verdict === null || (verdict.kind === 'wrong' && verdict.reply === null)) this.#take(byRules);
		else if (verdict.kind === 'wrong') this.#refute(verdict);
		else {
			this.verdict = { kind: 'going' };
			this.#answer(verdict.reply);
		}
	}

	#refute({ why, reply }: Extract<MateVerdict, { kind: 'wrong' }>): void {
		this.#timer = setTimeout(() => {
			this.reply = reply === null ? null : this.#described(reply);
			this.#reply(reply);
			const { lastMove } = this.history.now;
			const squares = [lastMove?.from, lastMove?.to].filter((square): square is SquareName => Boolean(square));
			this.verdict = { kind: 'missed', what: 'mate', why, squares, ...(reply ? { reply } : {}) };
		}, REPLY_MS);
	}

	#answer(move: string | null): void {
		this.#timer = setTimeout(() => this.#reply(move), REPLY_MS);
	}

	#reply(move: string | null): void {
		if (!move) return;
		this.history.play(move);
		moveMade(this.history.now, false);
	}

	#described(move: string): Reply {
		const moves = [...this.history.now.moves];
		const textOf = () =>
			this.#ask((live) => {
				live.play(move);
				return live.displayMoves(moveStyle(this.game, locale())).at(-1) ?? move;
			}, moves);
		return this.#ask((live) => {
			live.play(move);
			const { lastMove, kings, side } = live.state();
			return {
				byKing: lastMove?.to === kings[other(side)],
				captures: lastMove?.capture ?? false,
				get text() {
					return textOf();
				},
			};
		});
	}

	#drop(): void {
		clearTimeout(this.#timer);
		this.#turn += 1;
	}

	again(): void {
		this.#drop();
		this.history.reset([]);
		this.reply = null;
		this.verdict = { kind: 'going' };
	}

	override stop(): void {
		this.#drop();
		super.stop();
	}
}
