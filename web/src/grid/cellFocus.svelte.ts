/** Roving tabindex of a grid of cells. */

import type { SquareName } from '../rules/module';
import type { Look, Side } from '../rules/variant';
import { walk } from './walk';

export interface CellFocusPorts {
	grid: () => HTMLElement;
	look: () => Look;
	bottom: () => Side;
	first: () => SquareName;
}

export class CellFocus {
	#ports: CellFocusPorts;
	current: SquareName | null = $state(null);

	constructor(ports: CellFocusPorts) {
		this.#ports = ports;
	}

	get cell(): SquareName {
		return this.current ?? this.#ports.first();
	}

	focus(): void {
		this.#ports.grid().querySelector<HTMLElement>(`[data-key="${this.cell}"]`)?.focus({ preventScroll: true });
	}

	/** Moves the focus. Returns `false` for keys that do not move it. */
	walk(event: KeyboardEvent): boolean {
		const to = walk(this.cell, event.key, event.ctrlKey, this.#ports.look(), this.#ports.bottom());
		if (!to) return false;
		this.current = to;
		this.focus();
		return true;
	}
}
