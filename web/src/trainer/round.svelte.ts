/**
 * A round of a trainer: one minute of questions, one after another. `squares.ts` and `names.ts` ask the questions, with
 * randomness as an argument; `best.ts` keeps the best round of each kind on the device. Movement comes from the rules
 * module, characters of pieces from `web/learn/guides/<game>/facts.json`.
 */

export const ROUND_MS = 60_000;
const TICK_MS = 200;

export class Round {
	phase: 'ready' | 'running' | 'over' = $state('ready');
	/** Questions answered at the first try. */
	score = $state(0);
	misses = $state(0);
	leftMs = $state(ROUND_MS);
	#missed = false;
	#ends = 0;
	#ticking: ReturnType<typeof setInterval> | undefined;
	readonly #now: () => number;
	readonly #onover: (score: number) => void;

	constructor(onover: (score: number) => void, now: () => number = () => performance.now()) {
		this.#onover = onover;
		this.#now = now;
	}

	begin(): void {
		this.stop();
		Object.assign(this, { phase: 'running', score: 0, misses: 0, leftMs: ROUND_MS });
		this.#missed = false;
		this.#ends = this.#now() + ROUND_MS;
		this.#ticking = setInterval(() => this.#tick(), TICK_MS);
	}

	#tick(): void {
		this.leftMs = Math.max(0, this.#ends - this.#now());
		if (this.leftMs > 0) return;
		this.stop();
		this.phase = 'over';
		this.#onover(this.score);
	}

	right(): void {
		if (!this.#missed) this.score += 1;
		this.#missed = false;
	}

	/** A wrong answer keeps the question, which no longer scores. */
	wrong(): void {
		this.misses += 1;
		this.#missed = true;
	}

	stop(): void {
		clearInterval(this.#ticking);
		this.#ticking = undefined;
	}
}
