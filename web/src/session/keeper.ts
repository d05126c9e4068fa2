/** A local game and the board that keeps it. */
import { beginGame, type HeldBoard } from '../database/held.svelte';
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
