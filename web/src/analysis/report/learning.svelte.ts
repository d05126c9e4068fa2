/** Learning from one's mistakes: each is put as a task on the board and solved by playing. */
import { StoppedError } from '../../engine/engine';
import { other, type Side } from '../../games/variant';
import { decided, type Evaluation, winProbability } from '../evaluation';
import { type JudgedMove, LOSS } from './judgement';
import type { Report } from './report';
import { evaluationOf, type Reported, type Searcher } from './run.svelte';

/** The board as far as the tasks need it. */
export interface TaskBoard {
	/** Shows the position after so many moves of the game. */
	goTo(ply: number): void;
	/** Plays a move there that can be taken away again; how the game stands after it, where it is over. */
	tryMove(move: string): { winner: Side | null } | null;
	/** Takes the tried move away. */
	takeAway(): void;
}

/** As good as the best move: what loses less than an inaccuracy. */
const AS_GOOD = LOSS.find(([judgement]) => judgement === 'inaccuracy')?.[1] ?? 0;

/** The moves of a side that something was better than. A mate that only took longer lost nothing. */
export function tasksOf({ moves }: Report, side: Side): JudgedMove[] {
	return moves.filter(
		(one) => one.side === side && one.better.length > 0 && (one.loss >= AS_GOOD || one.missedMate !== null),
	);
}

export class Learning {
	readonly side: Side;
	readonly tasks: readonly JudgedMove[];
	readonly #reported: Reported;
	readonly #nodes: number;
	readonly #engine: Searcher;
	readonly #board: TaskBoard;
	index = $state(0);
	phase: 'task' | 'checking' | 'wrong' | 'same' | 'right' | 'shown' | 'failed' = $state('task');
	/** Win probability of the side after the move that was tried, 0 to 1. */
	win: number = $state(0);
	/** How many were solved without being shown. */
	solved = $state(0);
	#ended = false;

	constructor(
		report: Report,
		side: Side,
		reported: Reported,
		nodes: number,
		engine: Searcher,
		board: TaskBoard,
	) {
		this.side = side;
		this.tasks = tasksOf(report, side);
		this.#reported = reported;
		this.#nodes = nodes;
		this.#engine = engine;
		this.#board = board;
		this.#put();
	}

	/** The task on the board; none after the last one. */
	get task(): JudgedMove | undefined {
		return this.tasks[this.index];
	}

	/** A better move is still asked for. */
	get isOpen(): boolean {
		return this.task !== undefined && this.phase !== 'right' && this.phase !== 'shown';
	}

	#put(): void {
		this.phase = 'task';
		if (this.task) this.#board.goTo(this.task.ply - 1);
	}

	/** A move was played on the board. */
	async attempt(move: string): Promise<void> {
		const { task } = this;
		if (!task || !this.isOpen || this.phase === 'checking') return;
		if (move === this.#reported.moves[task.ply - 1]) {
			this.phase = 'same';
			return;
		}
		const over = this.#board.tryMove(move);
		if (move === task.better[0]) return this.#answer(task, task.before);
		this.phase = 'checking';
		try {
			const found = over ? decided(over.winner) : await this.#evaluate(task, move);
			if (this.#ended || this.task !== task) return;
			this.#answer(task, winProbability(found, this.side));
		} catch (error) {
			if (error instanceof StoppedError || this.#ended) return;
			console.error(error);
			this.#board.takeAway();
			this.phase = 'failed';
		}
	}

	#answer(task: JudgedMove, win: number): void {
		this.win = win;
		if (task.before - win < AS_GOOD) {
			this.phase = 'right';
			this.solved += 1;
			return;
		}
		this.#board.takeAway();
		this.phase = 'wrong';
	}

	async #evaluate(task: JudgedMove, move: string): Promise<Evaluation> {
		const { game, start, rules, moves } = this.#reported;
		const line = [...moves.slice(0, task.ply - 1), move];
		const request = { game, position: start, moves: line, rules, nodes: this.#nodes };
		return evaluationOf(await this.#engine.search(request), other(this.side));
	}

	/** The best move is played on the board. */
	show(): void {
		const { task } = this;
		const [best] = task?.better ?? [];
		if (!task || best === undefined || !this.isOpen) return;
		this.#giveUpChecking();
		this.#board.tryMove(best);
		this.phase = 'shown';
	}

	/** A move that is still being checked is neither right nor wrong. */
	#giveUpChecking(): void {
		if (this.phase !== 'checking') return;
		this.#engine.stop();
		this.#board.takeAway();
	}

	next(): void {
		this.#giveUpChecking();
		if (this.index < this.tasks.length) this.index += 1;
		this.#put();
	}

	end(): void {
		this.#ended = true;
		this.#engine.stop();
	}
}
