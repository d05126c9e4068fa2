/** Turns readings of the running clock into ticks, vibration and speech. */

import type { ClockSettings, SideClock } from '../protocol';
import type { Side } from '../rules/variant';
import { cuesOf, type Spoken } from './count';

export interface CallerPorts {
	tick(): void;
	low(): void;
	say(spoken: Spoken): void;
	hush(): void;
	visible(): boolean;
}

export class ClockCaller {
	#ports: CallerPorts;
	#side: Side | null = null;
	#clock: SideClock | null = null;
	#speaking = false;

	constructor(ports: CallerPorts) {
		this.#ports = ports;
	}

	/** `null` when no clock runs or the running one is not audible here. */
	hear(settings: ClockSettings, side: Side | null, clock: SideClock | null): void {
		const before = this.#clock;
		const sameTurn = side === this.#side;
		this.#side = side;
		this.#clock = clock;
		if (!side || !clock || !before || !sameTurn || !this.#ports.visible()) {
			this.#hush();
			return;
		}
		const { tick, low, say } = cuesOf(settings, before, clock);
		if (tick) this.#ports.tick();
		if (low) this.#ports.low();
		if (!say) return;
		this.#speaking = true;
		this.#ports.say(say);
	}

	stop(): void {
		this.#side = null;
		this.#clock = null;
		this.#hush();
	}

	#hush(): void {
		if (!this.#speaking) return;
		this.#speaking = false;
		this.#ports.hush();
	}
}
