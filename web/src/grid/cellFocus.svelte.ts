/** One Tab stop for a board of cells: the cell that has the focus, and the keys that move it. */
import type { Look, Side } from '../games/variant';
import type { Key } from '../rules/module';
import { walk } from './walk';

export interface CellFocusPorts {
	grid: () => HTMLElement;
	look: () => Look;
	bottom: () => Side;
	/** The cell that Tab leads to at first. */
	first: () => Key;
}

export class CellFocus {
	#ports: CellFocusPorts;
	/** The cell that had the focus last. */
	current: Key | null = $state(null);

	constructor(ports: CellFocusPorts) {
		this.#ports = ports;
	}

	/** The one cell that Tab leads to. */
	get cell(): Key {
		return this.current ?? this.#ports.first();
	}

	focus(): void {
		this.#ports
			.grid()
			.querySelector<HTMLElement>(`[data-key="${this.cell}"]`)
			?.focus({ preventScroll: true });
	}

	/** Moves the focus as the key says; whether it is such a key. */
	walk(event: KeyboardEvent): boolean {
		const to = walk(this.cell, event.key, event.ctrlKey, this.#ports.look(), this.#ports.bottom());
		if (!to) return false;
		this.current = to;
		this.focus();
		return true;
	}
}
