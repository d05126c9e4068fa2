/** The player's games on the server that are over, among those of this browser. */

import { playerName } from '../games/names';
import { isBrokenOff } from '../games/texts';
import { other, type Side } from '../games/variant';
import type { GameSummary } from '../protocol';
import { readJson, writeJson } from '../store/storage';
import type { GameEntry } from './games';

/** Whether a list of finished games has it: something was played, or it has a result. */
export function isListed({ status, seat, ply, outcome }: GameSummary): boolean {
	return (
		status === 'ended' && seat !== 'watcher' && outcome !== null && (ply > 0 || !isBrokenOff(outcome.reason))
	);
}

/** The line of a game whose moves this browser does not have. */
export function entryElsewhere({
	id,
	game,
	seat,
	players,
	ply,
	outcome,
	updated_at_ms,
}: GameSummary): GameEntry {
	const you = seat === 'watcher' ? null : seat;
	const named = { first: '', second: '' };
	const opponent: Side = other(you ?? 'first');
	const player = players[opponent];
	if (player) named[opponent] = playerName(player);
	return {
		id,
		game,
		kind: 'friend',
		name: '',
		players: named,
		you,
		outcome: outcome && { reason: outcome.reason, winner: outcome.winner },
		createdAt: updated_at_ms,
		updatedAt: updated_at_ms,
		plies: ply,
		start: '',
		end: '',
		elsewhere: true,
	};
}

/** Both lists in one, the latest first, each game once. */
export function withElsewhere(
	kept: readonly GameEntry[],
	elsewhere: readonly GameEntry[],
	removed: ReadonlySet<string>,
): readonly GameEntry[] {
	const known = new Set(kept.map(({ id }) => id));
	const more = elsewhere.filter(({ id }) => !known.has(id) && !removed.has(id));
	return more.length > 0 ? [...kept, ...more].sort((a, b) => b.updatedAt - a.updatedAt) : kept;
}

const REMOVED = 'komadai.gamesRemoved';
/** The latest of them: the browser's store is small. */
const MAX_REMOVED = 2_000;

/** Games that were removed from this browser, and that the server still lists. */
export function removedGames(): string[] {
	const ids = readJson(REMOVED);
	return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

export function rememberRemoved(ids: readonly string[]): void {
	const before = removedGames().filter((id) => !ids.includes(id));
	writeJson(REMOVED, [...before, ...ids].slice(-MAX_REMOVED));
}

export function forgetRemoved(ids: readonly string[]): void {
	writeJson(
		REMOVED,
		removedGames().filter((id) => !ids.includes(id)),
	);
}
