/** Idempotent creation of a game: a retry after a lost answer reuses the idempotency key. */

import { newRecordId } from '../database/gameRecord';
import { api } from '../net/api';
import type { CreateGame } from '../protocol';

/** Retry window: the same request after this time asks for another game. */
const REPEAT_MS = 60_000;

let pending: { body: string; name: string; since: number } | null = null;

export async function createOnce(game: CreateGame) {
	const body = JSON.stringify(game);
	const isRepeated = pending?.body === body && Date.now() - pending.since < REPEAT_MS;
	if (!isRepeated || !pending) pending = { body, name: newRecordId(), since: Date.now() };
	const page = await api.createGame(game, pending.name);
	pending = null;
	return page;
}
