/**
 * Thinking time in games of this browser. Time while the page is hidden or the device sleeps is not charged: a tick
 * that comes much too late is charged as an ordinary one.
 */

export const TICK_MS = 100;
export const MAX_TICK_MS = 1_000;

export interface TickerPorts {
	now(): number;
	every(ms: number, run: () => void): () => void;
	visible(): boolean;
}

export const browserPorts: TickerPorts = {
	now: () => performance.now(),
	every(ms, run) {
		const timer = setInterval(run, ms);
		return () => clearInterval(timer);
	},
	visible: () => document.visibilityState === 'visible',
};

export class Ticker {
	#last = 0;
	#stop: (() => void) | undefined;
	#charge: (ms: number) => void;
	#ports: TickerPorts;

	/** `charge` receives whole milliseconds on each tick. */
	constructor(charge: (ms: number) => void, ports: TickerPorts = browserPorts) {
		this.#charge = charge;
		this.#ports = ports;
	}

	start(): void {
		if (this.#stop) return;
		this.#last = this.#ports.now();
		this.#stop = this.#ports.every(TICK_MS, () => this.flush());
	}

	flush(): void {
		if (!this.#stop) return;
		const now = this.#ports.now();
		const passed = Math.floor(now - this.#last);
		this.#last += passed;
		if (this.#ports.visible() && passed > 0) this.#charge(Math.min(passed, MAX_TICK_MS));
	}

	stop(): void {
		this.flush();
		this.#stop?.();
		this.#stop = undefined;
	}
}
