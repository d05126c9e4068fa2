/** Renames the player in their games that still wait for an opponent. */

import { goingPages, keepPage } from '../database/heldBoard.svelte';
import { ApiFailure, api, type FailureCode } from '../net/api';

/** Failures that mean the game no longer waits. */
const SETTLED: ReadonlySet<FailureCode> = new Set(['game-full', 'not-a-player', 'no-such-game', 'not-found']);

/** Returns the failure of a game that still waits, or null. An empty name makes the player a guest. */
export async function renameWaiting(name: string): Promise<unknown> {
	let failure: unknown = null;
	for (const page of await goingPages()) {
		if (page.snapshot.status !== 'waiting') continue;
		try {
			await keepPage(await api.rename(page.snapshot.id, name ? { name } : {}));
		} catch (error) {
			if (!(error instanceof ApiFailure && SETTLED.has(error.code))) failure = error;
		}
	}
	return failure;
}
