/** Adapter from a held board to the `Keeper` of a local game. */
import { beginGame, type HeldBoard } from '../database/heldBoard.svelte';
import type { Keeper } from './local.svelte';

export function keeperOf(held: HeldBoard): Keeper {
	return {
		save: (record) => held.save({ kind: 'local', record }),
		begin: beginGame,
		get problem() {
			return held.problem;
		},
	};
}
