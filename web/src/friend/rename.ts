/** Another name for the player in the games known on this device that still wait for an opponent. */

import { goingPages, keepPage } from '../database/held.svelte';
import { ApiFailure, api, type FailureCode } from '../net/api';

/** The game waits no more, whatever is known of it here. */
const SETTLED: ReadonlySet<FailureCode> = new Set(['game-full', 'not-a-player', 'no-such-game', 'not-found']);

/** Why a game keeps the old name; null where none does that still waits. An empty name makes a guest. */
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
