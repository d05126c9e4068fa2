/**
 * Playing without a pointer: a piece is picked up on the board or in the hand, then put on a square. Asks
 * its page what is possible and leaves the move to it.
 */
import type { Side, VariantId } from '../games/variant';
import { LOOKS } from '../games/variant';
import { type Asked, pieceOn } from '../helper/ways';
import { pieceAt } from '../play/pieces';
import type { Destinations, GameState, Key } from '../rules/module';
import type { Attempt } from '../session/gameHistory.svelte';

export type Picked = { from: Key; letter: string } | { from?: undefined; letter: string };

/** What the page answers and does. */
export interface PickingPorts {
	game: () => VariantId;
	position: () => GameState;
	/** The side that may move here now, if any. */
	mover: () => Side | null;
	destinations: () => Destinations;
	move: (from: Key, to: Key) => void;
	drop: (letter: string, to: Key) => void;
	/** What was tried is not possible; nothing is tried where nobody may move. */
	refuse: (attempt: Attempt | 'not-now' | 'no-piece' | 'not-your-piece') => void;
	/** A piece was picked up, or put back. */
	show: (picked: Picked | null, targets: readonly Key[]) => void;
	/** Draws from and to what is chosen; false, or missing, where squares are chosen to move. */
	draw?: ((place: string) => boolean) | undefined;
	/** A piece is asked about; null when no more. Whether something has changed. */
	ask: (asked: Asked | null) => boolean;
}

export class Picking {
	#ports: PickingPorts;
	picked: Picked | null = $state.raw(null);

	constructor(ports: PickingPorts) {
		this.#ports = ports;
	}

	/** Where the piece that is picked up may go. */
	get targets(): readonly Key[] {
		const { picked } = this;
		if (!picked) return [];
		const { moves, drops } = this.#ports.destinations();
		return (picked.from ? moves[picked.from] : drops[picked.letter]) ?? [];
	}

	/** Lets go without a word: the position is another one. */
	clear(): void {
		this.picked = null;
	}

	/** Asks about the piece on a square, or no more about the same one. */
	ask(key: Key): void {
		const asked = pieceOn(this.#ports.position(), key);
		if (asked) this.#ports.ask(asked);
		else this.#ports.refuse('no-piece');
	}

	askHeld(side: Side, letter: string): void {
		this.#ports.ask({ side, letter, from: null });
	}

	/** Elsewhere now: what was asked has been answered. */
	moved(): void {
		this.#ports.ask(null);
	}

	/** Puts an answer away, or the piece back; whether there was one. */
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

	/** Picks a piece up from a hand. */
	take(side: Side, letter: string): boolean {
		// As records have it: a capital letter for who is to move.
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

	/** A square is chosen: to pick its piece up, or to put the picked one there. */
	choose(key: Key): void {
		if (this.#ports.draw?.(key)) return;
		const mover = this.#ports.mover();
		if (mover === null) {
			this.#ports.refuse('not-now');
			return;
		}
		const { picked } = this;
		const there = pieceAt(this.#ports.position().board, LOOKS[this.#ports.game()], key);
		if (picked?.from === key) this.cancel();
		else if (picked && this.targets.includes(key)) {
			this.picked = null;
			if (picked.from) this.#ports.move(picked.from, key);
			else this.#ports.drop(picked.letter, key);
		} else if (there?.side === mover) this.#pick({ from: key, letter: there.letter });
		else if (picked)
			this.#ports.refuse(picked.from ? { from: picked.from, to: key } : { letter: picked.letter, to: key });
		else this.#ports.refuse(there ? 'not-your-piece' : 'no-piece');
	}
}
