/** Learning from mistakes: each is a task on the board, solved by playing. */
import { StoppedError } from '../../engine/engine';
import { other, type Side } from '../../rules/variant';
import { decided, type Evaluation, winProbability } from '../evaluation';
import { type JudgedMove, LOSS } from './judgement';
import type { Report } from './report';
import { evaluationOf, type Reported, type Searcher } from './run.svelte';

export interface TaskBoard {
	goTo(ply: number): void;
	/** Plays a move that `takeAway` removes; returns the result if it ends the game. */
	tryMove(move: string): { winner: Side | null } | null;
	takeAway(): void;
}

/** Maximum loss of a right answer: less than an inaccuracy. */
const AS_GOOD = LOSS.find(([judgement]) => judgement === 'inaccuracy')?.[1] ?? 0;

/** Moves of a side with a better alternative. A longer mate is none. */
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
	/** Win probability of the side after the attempt, 0 to 1. */
	win: number = $state(0);
	solved = $state(0);
	#ended = false;

	constructor(report: Report, side: Side, reported: Reported, nodes: number, engine: Searcher, board: TaskBoard) {
		this.side = side;
		this.tasks = tasksOf(report, side);
		this.#reported = reported;
		this.#nodes = nodes;
		this.#engine = engine;
		this.#board = board;
		this.#put();
	}

	get task(): JudgedMove | undefined {
		return this.tasks[this.index];
	}

	get isOpen(): boolean {
		return this.task !== undefined && this.phase !== 'right' && this.phase !== 'shown';
	}

	#put(): void {
		this.phase = 'task';
		if (this.task) this.#board.goTo(this.task.ply - 1);
	}

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

	show(): void {
		const { task } = this;
		const [best] = task?.better ?? [];
		if (!task || best === undefined || !this.isOpen) return;
		this.#giveUpChecking();
		this.#board.tryMove(best);
		this.phase = 'shown';
	}

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
