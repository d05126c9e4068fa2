/** When the games of the small store were last taken over by the database. */
import { keptGames } from './friendGames';
import { listRecords } from './records';
import { readJson, writeJson } from './storage';

const KEY = 'komadai.carried';

export function markCarried(now: number): void {
	writeJson(KEY, now);
}

/** Whether a game has changed since. */
export function hasNewGames(): boolean {
	const carried = readJson(KEY);
	const last = typeof carried === 'number' ? carried : 0;
	return (
		listRecords().some(({ moves, updatedAt }) => moves.length > 0 && updatedAt > last) ||
		keptGames().some(({ page, seenAt }) => page.snapshot.status === 'ended' && seenAt > last)
	);
}
