/** Drawing of arrows and circles without a pointer: start, then target. */
import { type Color, withStroke } from '../board/shapes';
import type { RecordShape } from '../records/record';

export interface KeyboardStrokePorts {
	/** Null while not drawing. */
	brush: () => Color | null;
	shapes: () => readonly RecordShape[];
	onchange: (shapes: RecordShape[]) => void;
	/** Announces the start of a stroke, or its result. */
	say: (what: { from: string } | { drawn: boolean }) => void;
}

export class KeyboardStroke {
	readonly #ports: KeyboardStrokePorts;
	from: string | null = $state(null);

	constructor(ports: KeyboardStrokePorts) {
		this.#ports = ports;
	}

	/** Takes a square, or a letter with `*`; the start square again makes a circle. Returns `false` while not drawing. */
	choose(place: string): boolean {
		const { brush, shapes, onchange, say } = this.#ports;
		const color = brush();
		if (color === null) return false;
		// A stroke cannot end in a hand.
		if (this.from === null || place.endsWith('*')) {
			this.from = place;
			say({ from: place });
			return true;
		}
		const before = shapes();
		const after = withStroke(before, { from: this.from, to: place, color });
		this.from = null;
		onchange(after);
		say({ drawn: after.length >= before.length });
		return true;
	}

	/** Clears the start. Returns `true` if there was one. */
	clear(): boolean {
		const begun = this.from !== null;
		this.from = null;
		return begun;
	}
}
