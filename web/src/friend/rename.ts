/** Another name for the player in the games known on this device that still wait for an opponent. */
import { ApiFailure, api, type FailureCode } from '../net/api';
import { keepGame, keptGames } from '../store/friendGames';

/** The game waits no more, whatever is known of it here. */
const SETTLED: ReadonlySet<FailureCode> = new Set(['game-full', 'not-a-player', 'no-such-game', 'not-found']);

/** Why a game keeps the old name; null where none does that still waits. An empty name makes a guest. */
export async function renameWaiting(name: string): Promise<FailureCode | null> {
	let failure: FailureCode | null = null;
	for (const { page, seenAt } of keptGames()) {
		if (page.snapshot.status !== 'waiting') continue;
		try {
			keepGame(await api.rename(page.snapshot.id, name ? { name } : {}), seenAt);
		} catch (error) {
			const code = error instanceof ApiFailure ? error.code : 'unexpected';
			if (!SETTLED.has(code)) failure = code;
		}
	}
	return failure;
}
