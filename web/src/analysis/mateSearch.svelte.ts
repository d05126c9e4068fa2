/** Mate search in the current position: any mate by checks first, then the shortest. */
import { Engine, StoppedError } from '../engine/engine';
import type { MateAnswer, MateInfo, MateRequest } from '../wasm/engine/engine';
import type { Target } from './analyst.svelte';
import { NO_LIMIT_MS } from './effort';

export type MateSolver = Pick<Engine, 'solveMate' | 'end'>;

export class MateSearch {
	readonly #engine: MateSolver;
	running = $state(false);
	failed = $state(false);
	/** Stopped by the user before a result. */
	stopped = $state(false);
	nodes = $state(0);
	/** Result so far; a running search may still shorten the mate. */
	answer: MateAnswer | null = $state.raw(null);
	#target: Target | null = null;
	#asleep = false;
	/** Search number, to drop reports of an earlier search. */
	#search = 0;

	constructor(engine: MateSolver = new Engine()) {
		this.#engine = engine;
	}

	look(target: Target): void {
		const before = this.#target;
		this.#target = target;
		if (before?.position === target.position) return;
		this.#halt();
		this.#asleep = false;
		this.answer = null;
		this.stopped = false;
		this.failed = false;
	}

	get possible(): boolean {
		return this.#target !== null && !this.#target.over;
	}

	toggle(): void {
		if (this.running) {
			this.#halt();
			this.stopped = true;
		} else if (this.possible) void this.#run();
	}

	/** Pauses while hidden, to save power; the search restarts from the beginning. */
	sleep(asleep: boolean): void {
		if (asleep && this.running) {
			this.#halt();
			this.#asleep = true;
		} else if (!asleep && this.#asleep) {
			this.#asleep = false;
			void this.#run();
		}
	}

	end(): void {
		this.#halt();
	}

	#halt(): void {
		this.#search += 1;
		this.running = false;
		// Terminates the Worker, whose table is large.
		this.#engine.end();
	}

	async #run(): Promise<void> {
		const target = this.#target;
		if (!target) return;
		this.#search += 1;
		const search = this.#search;
		const { game, position } = target;
		const request: MateRequest = { game, position, timeMs: NO_LIMIT_MS };
		let before = 0;
		const report = ({ nodes }: MateInfo) => {
			if (search === this.#search) this.nodes = before + nodes;
		};
		Object.assign(this, { running: true, failed: false, stopped: false, nodes: 0, answer: null });
		try {
			const found = await this.#engine.solveMate(request, report);
			if (search !== this.#search) return;
			before = found.nodes;
			this.#show(found, 0);
			if (found.result === 'mate' && !found.exact) {
				const shortest = await this.#engine.solveMate({ ...request, exact: true }, report);
				if (search !== this.#search) return;
				this.#show(shortest, before);
			}
		} catch (error) {
			if (search !== this.#search) return;
			if (!(error instanceof StoppedError)) {
				console.error(error);
				this.failed = true;
			}
		}
		if (search === this.#search) this.running = false;
	}

	#show(answer: MateAnswer, before: number): void {
		this.answer = answer;
		this.nodes = before + answer.nodes;
	}
}
