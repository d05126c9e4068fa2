/**
 * Run of puzzles: a sprint of three minutes with rising difficulty, or a storm of one length until three
 * misses.
 */

export type RunKind = 'sprint' | 'storm';

export const SPRINT_MS = 180_000;
export const STORM_MISSES = 3;
const TICK_MS = 200;

export class Run {
	phase: 'ready' | 'running' | 'over' = $state('ready');
	score = $state(0);
	misses = $state(0);
	leftMs = $state(SPRINT_MS);
	#ends = 0;
	#ticking: ReturnType<typeof setInterval> | undefined;

	constructor(
		readonly kind: RunKind,
		readonly onover: (score: number) => void,
		readonly now: () => number = () => performance.now(),
	) {}

	begin(): void {
		this.stop();
		Object.assign(this, { phase: 'running', score: 0, misses: 0, leftMs: SPRINT_MS });
		if (this.kind !== 'sprint') return;
		this.#ends = this.now() + SPRINT_MS;
		this.#ticking = setInterval(() => this.#tick(), TICK_MS);
	}

	#tick(): void {
		this.leftMs = Math.max(0, this.#ends - this.now());
		if (this.leftMs === 0) this.finish();
	}

	finish(): void {
		if (this.phase !== 'running') return;
		this.stop();
		this.phase = 'over';
		this.onover(this.score);
	}

	solved(): void {
		if (this.phase === 'running') this.score += 1;
	}

	missed(): void {
		if (this.phase !== 'running') return;
		this.misses += 1;
		if (this.kind === 'storm' && this.misses >= STORM_MISSES) this.finish();
	}

	stop(): void {
		clearInterval(this.#ticking);
		this.#ticking = undefined;
	}
}
