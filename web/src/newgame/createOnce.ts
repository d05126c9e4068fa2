/** Making a game on the server once, however often its answer is lost. */
import { api } from '../net/api';
import type { CreateGame } from '../protocol';
import { newRecordId } from '../store/records';

/** Who asks for the same after so long wants another game. */
const REPEAT_MS = 60_000;

/** The request that is on its way, or whose answer was lost. */
let pending: { body: string; name: string; since: number } | null = null;

export async function createOnce(game: CreateGame) {
	const body = JSON.stringify(game);
	const isRepeated = pending?.body === body && Date.now() - pending.since < REPEAT_MS;
	if (!isRepeated || !pending) pending = { body, name: newRecordId(), since: Date.now() };
	const page = await api.create(game, pending.name);
	pending = null;
	return page;
}
