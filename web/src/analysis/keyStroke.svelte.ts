/** Arrows and circles without a pointer: the square or the piece in hand they begin at, then the square they end at. */
import { type Color, withStroke } from '../board/shapes';
import type { RecordShape } from '../records/record';

export interface KeyStrokePorts {
	/** What is drawn with; null while nobody draws. */
	brush: () => Color | null;
	shapes: () => readonly RecordShape[];
	onchange: (shapes: RecordShape[]) => void;
	/** Tells where a stroke begins, and whether one was drawn or taken away. */
	say: (what: { from: string } | { drawn: boolean }) => void;
}

export class KeyStroke {
	readonly #ports: KeyStrokePorts;
	/** Where the stroke begins; null before that is chosen. */
	from: string | null = $state(null);

	constructor(ports: KeyStrokePorts) {
		this.#ports = ports;
	}

	/** A square, or a letter with a star; false while nobody draws. The square it begins at once more makes a circle. */
	choose(place: string): boolean {
		const { brush, shapes, onchange, say } = this.#ports;
		const color = brush();
		if (color === null) return false;
		// No stroke ends in a hand.
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

	/** Lets go of where it begins; whether there was something. */
	clear(): boolean {
		const begun = this.from !== null;
		this.from = null;
		return begun;
	}
}
