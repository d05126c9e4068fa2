/** The player's finished games on the server, merged with those of this browser. */

import { playerName } from '../games/names';
import { isBrokenOff } from '../games/resultText';
import type { GameSummary } from '../protocol';
import { other, type Side } from '../rules/variant';
import { readJson, writeJson } from '../store/storage';
import type { GameEntry } from './games';

/** Returns `true` for a finished game with moves or a result. */
export function isListed({ status, seat, ply, outcome }: GameSummary): boolean {
	return status === 'ended' && seat !== 'watcher' && outcome !== null && (ply > 0 || !isBrokenOff(outcome.reason));
}

export function entryElsewhere({ id, game, seat, players, ply, outcome, updated_at_ms }: GameSummary): GameEntry {
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
/** Local storage is small. */
const MAX_REMOVED = 2_000;

/** Games removed from this browser that the server still lists. */
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
