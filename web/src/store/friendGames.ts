/** The last that was seen of games by link, so that they can be looked at without the server. */
import { isGameId } from '../games/game';
import type { GamePage, PlayerInfo } from '../protocol';
import { keysWith, readJson, removeKey, writeJson } from './storage';

export interface KeptGame {
	version: 2;
	page: GamePage;
	seenAt: number;
}

const PREFIX = 'komadai.friend.';
/** So many at most; the browser's store is small. */
const KEEP = 30;

/** Up to protocol version 4 players had no id, and guests were marked otherwise. */
function upgraded(player: PlayerInfo & { guest?: boolean }): PlayerInfo {
	return player.kind ? player : { id: '', name: player.name, kind: player.guest ? 'guest' : 'person' };
}

function parse(value: unknown): KeptGame | undefined {
	const kept = value as Partial<KeptGame> | undefined;
	const snapshot = kept?.page?.snapshot;
	const whole =
		kept?.version === 2 &&
		typeof kept.seenAt === 'number' &&
		typeof snapshot?.id === 'string' &&
		isGameId(snapshot.settings?.game) &&
		Array.isArray(snapshot.moves) &&
		Array.isArray(snapshot.offers);
	if (!whole) return undefined;
	const { first, second } = snapshot.players;
	snapshot.players = { first: first && upgraded(first), second: second && upgraded(second) };
	return kept as KeptGame;
}

export function keptGame(id: string): GamePage | undefined {
	return parse(readJson(PREFIX + id))?.page;
}

/** The latest first. */
export function keptGames(): KeptGame[] {
	return keysWith(PREFIX)
		.map((key) => parse(readJson(key)))
		.filter((kept) => kept !== undefined)
		.sort((a, b) => b.seenAt - a.seenAt);
}

/** Only games one plays: what strangers play is no memory of one's own. */
export function keepGame(page: GamePage, now: number): void {
	if (page.seat === 'watcher') return;
	writeJson(PREFIX + page.snapshot.id, { version: 2, page, seenAt: now } satisfies KeptGame);
	for (const old of keptGames().slice(KEEP)) removeKey(PREFIX + old.page.snapshot.id);
}

export function forgetGame(id: string): void {
	removeKey(PREFIX + id);
}
