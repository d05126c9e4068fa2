/** Playing without a pointer: pick a piece up on the board or in the hand, then choose its target square. */

import type { Attempt } from '../board/gameHistory.svelte';
import { type Asked, pieceOn } from '../board/ways';
import type { Destinations, GameState, SquareName } from '../rules/module';
import { pieceAt } from '../rules/pieces';
import type { Side, VariantId } from '../rules/variant';
import { LOOKS } from '../rules/variant';

export type Picked = { from: SquareName; letter: string } | { from?: undefined; letter: string };

export interface PickingPorts {
	game: () => VariantId;
	position: () => GameState;
	mover: () => Side | null;
	destinations: () => Destinations;
	move: (from: SquareName, to: SquareName) => void;
	drop: (letter: string, to: SquareName) => void;
	/** Reports an impossible attempt. */
	refuse: (attempt: Attempt | 'not-now' | 'no-piece' | 'not-your-piece') => void;
	/** A piece was picked up, or put back (null). */
	show: (picked: Picked | null, targets: readonly SquareName[]) => void;
	/** Draws an arrow or circle at a square or hand piece; `false` or absent outside drawing mode. */
	draw?: ((place: string) => boolean) | undefined;
	/** Opens or closes (null) the help about a piece. Returns `true` if that changed anything. */
	ask: (asked: Asked | null) => boolean;
}

export class Picking {
	#ports: PickingPorts;
	picked: Picked | null = $state.raw(null);

	constructor(ports: PickingPorts) {
		this.#ports = ports;
	}

	get targets(): readonly SquareName[] {
		const { picked } = this;
		if (!picked) return [];
		const { moves, drops } = this.#ports.destinations();
		return (picked.from ? moves[picked.from] : drops[picked.letter]) ?? [];
	}

	/** Clears the selection silently on a position change. */
	clear(): void {
		this.picked = null;
	}

	/** Toggles the help about the piece on a square. */
	ask(square: SquareName): void {
		const asked = pieceOn(this.#ports.position(), square);
		if (asked) this.#ports.ask(asked);
		else this.#ports.refuse('no-piece');
	}

	askHeld(side: Side, letter: string): void {
		this.#ports.ask({ side, letter, from: null });
	}

	/** Closes the help: the focus has moved. */
	moved(): void {
		this.#ports.ask(null);
	}

	/** Closes the help, or else puts the piece back. Returns `false` if there was neither. */
	cancel(): boolean {
		if (this.#ports.ask(null)) return true;
		if (!this.picked) return false;
		this.picked = null;
		this.#ports.show(null, []);
		return true;
	}

	#pick(picked: Picked): void {
		this.picked = picked;
		this.#ports.show(picked, this.targets);
	}

	take(side: Side, letter: string): boolean {
		// Drawing takes a capital letter for the side to move.
		const own = side === this.#ports.position().side;
		if (this.#ports.draw?.(`${own ? letter.toUpperCase() : letter.toLowerCase()}*`)) return true;
		const mover = this.#ports.mover();
		if (mover === null) this.#ports.refuse('not-now');
		else if (mover !== side) this.#ports.refuse('not-your-piece');
		else {
			this.#pick({ letter });
			return true;
		}
		return false;
	}

	/** Picks up the piece on a square, or puts the picked piece there. */
	choose(square: SquareName): void {
		if (this.#ports.draw?.(square)) return;
		const mover = this.#ports.mover();
		if (mover === null) {
			this.#ports.refuse('not-now');
			return;
		}
		const { picked } = this;
		const there = pieceAt(this.#ports.position().board, LOOKS[this.#ports.game()], square);
		if (picked?.from === square) this.cancel();
		else if (picked && this.targets.includes(square)) {
			this.picked = null;
			if (picked.from) this.#ports.move(picked.from, square);
			else this.#ports.drop(picked.letter, square);
		} else if (there?.side === mover) this.#pick({ from: square, letter: there.letter });
		else if (picked)
			this.#ports.refuse(picked.from ? { from: picked.from, to: square } : { letter: picked.letter, to: square });
		else this.#ports.refuse(there ? 'not-your-piece' : 'no-piece');
	}
}
