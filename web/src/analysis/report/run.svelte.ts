/**
 * Report on a game: searches the positions of its main line one after another, each with the same number of nodes
 * (`effort.ts`, by the speed measured in the first position).
 *
 * Each evaluation is saved at once by game, start, rules and moves (`keep.ts`), so a report resumes after a reload.
 * `report.ts` computes the report from moves and evaluations without a search: `judgement.ts` names moves by the win
 * probability lost, `accuracy.ts` rates the sides. `learning.svelte.ts` asks about the mistakes of one side; meanwhile
 * moves on the board go to `Analysis.trial`.
 */
import { type Engine, StoppedError } from '../../engine/engine';
import { other, type Side } from '../../rules/variant';
import type { SearchInfo, SearchResult } from '../../wasm/engine/engine';
import { decided, type Evaluation, seenByFirst } from '../evaluation';
import { effortFor } from './effort';
import { type KeptReport, keepReport, keptReport, type Played } from './keep';

export interface Reported extends Played {
	firstMover: Side;
	/** Result after the last move, if the rules end the game there. */
	outcome: { winner: Side | null } | null;
}

export type Searcher = Pick<Engine, 'search' | 'stop' | 'end'>;

/** Nodes of the speed measurement in the first position. */
const PROBE_NODES = 20_000;
/** Stored moves of a line. */
const LINE = 12;

export function moverAt({ firstMover }: Pick<Reported, 'firstMover'>, ply: number): Side {
	return ply % 2 === 0 ? firstMover : other(firstMover);
}

export function evaluationOf(result: SearchResult, side: Side): Evaluation {
	return { ...seenByFirst(result, side), line: result.pv.slice(0, LINE), nodes: result.nodes };
}

export class ReportRun {
	readonly reported: Reported;
	readonly #engine: Searcher;
	readonly #onfound: (ply: number, evaluation: Evaluation) => void;
	#sleeps = 0;
	#awake: Promise<void> | undefined;
	#wake: (() => void) | null = null;
	phase: 'new' | 'running' | 'stopped' | 'done' | 'failed' = $state('new');
	/** From the start position on, as far as known. */
	evaluations: readonly Evaluation[] = $state.raw([]);
	/** Nodes per position; 0 before the speed is measured. */
	nodes: number = $state(0);

	/** `onfound` receives saved evaluations at once, then each new one. */
	constructor(reported: Reported, engine: Searcher, onfound: (ply: number, evaluation: Evaluation) => void = () => {}) {
		this.reported = reported;
		this.#engine = engine;
		this.#onfound = onfound;
		const kept = keptReport(reported);
		if (!kept) return;
		this.nodes = kept.nodes;
		this.evaluations = kept.evaluations.slice(0, this.positions);
		for (const [ply, evaluation] of this.evaluations.entries()) onfound(ply, evaluation);
		this.phase = this.evaluations.length === this.positions ? 'done' : kept.running ? 'new' : 'stopped';
	}

	static wasRunning(reported: Reported): boolean {
		return keptReport(reported)?.running === true;
	}

	get positions(): number {
		return this.reported.moves.length + 1;
	}

	async run(): Promise<void> {
		if (this.phase === 'running' || this.phase === 'done') return;
		this.phase = 'running';
		this.#keep(true);
		try {
			if (this.nodes === 0) this.nodes = effortFor(await this.#speed(), this.positions);
			while (this.evaluations.length < this.positions) {
				const ply = this.evaluations.length;
				const evaluation = await this.#evaluate(ply);
				this.evaluations = [...this.evaluations, evaluation];
				this.#onfound(ply, evaluation);
				this.#keep(this.evaluations.length < this.positions);
			}
			this.phase = 'done';
		} catch (error) {
			if (error instanceof StoppedError) {
				this.phase = 'stopped';
				return;
			}
			console.error(error);
			this.phase = 'failed';
		}
	}

	stop(): void {
		if (this.phase !== 'running') return;
		this.#engine.stop();
		this.#keep(false);
		this.phase = 'stopped';
	}

	/** Pauses while hidden, to save power: the current search is stopped and repeated on waking. */
	sleep(asleep: boolean): void {
		if (asleep === (this.#wake !== null)) return;
		if (asleep) {
			this.#sleeps += 1;
			this.#awake = new Promise((wake) => {
				this.#wake = wake;
			});
			if (this.phase === 'running') this.#engine.stop();
		} else {
			this.#wake?.();
			this.#wake = null;
		}
	}

	/** A running report resumes when its page opens again. */
	end(): void {
		this.#engine.end();
	}

	#keep(running: boolean): void {
		const kept: KeptReport = { nodes: this.nodes, evaluations: this.evaluations, running };
		keepReport(this.reported, kept);
	}

	async #speed(): Promise<number> {
		let last: SearchInfo | undefined;
		await this.#search(0, PROBE_NODES, (info) => {
			last = info;
		});
		// An instant search has no speed; the whole game will be quick.
		return last && last.timeMs > 0 ? (1000 * last.nodes) / last.timeMs : Number.POSITIVE_INFINITY;
	}

	async #evaluate(ply: number): Promise<Evaluation> {
		const { moves, outcome } = this.reported;
		if (outcome && ply === moves.length) return decided(outcome.winner);
		return evaluationOf(await this.#search(ply, this.nodes), moverAt(this.reported, ply));
	}

	async #search(ply: number, nodes: number, onInfo?: (info: SearchInfo) => void): Promise<SearchResult> {
		const { game, start, rules, moves } = this.reported;
		const request = { game, position: start, moves: moves.slice(0, ply), rules, nodes };
		for (;;) {
			await this.#awake;
			const sleeps = this.#sleeps;
			try {
				return await this.#engine.search(request, onInfo);
			} catch (error) {
				const fellAsleep = error instanceof StoppedError && sleeps !== this.#sleeps;
				if (!fellAsleep) throw error;
			}
		}
	}
}
