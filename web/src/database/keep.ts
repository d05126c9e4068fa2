/** What is played finds its way into the database by itself. */
import { isBrokenOff } from '../games/texts';
import type { GamePage } from '../protocol';
import { loadRules } from '../rules/rules';
import type { LinkedGame } from '../share/link';
import { markCarried } from '../store/carried';
import { forgetGame, type KeptGame, keepGame, keptGame, keptGames } from '../store/friendGames';
import {
	type GameRecord,
	listRecords,
	loadRecord,
	removeRecord,
	saveRecord,
	tidyRecords,
} from '../store/records';
import { deleteGames, getEntries, getGames, putGames, type StoredGame } from './games';
import { friendGame, linkedGame, localGame } from './made';
import { withNotes } from './notes';
import type { Stored } from './open';

async function keep(games: readonly StoredGame[]): Promise<Stored<void>> {
	const known = await getGames(games.map(({ id }) => id));
	if (!known.ok) return known;
	const before = new Map(known.value.map((game) => [game.id, game]));
	return putGames(games.flatMap((game) => withNotes(game, before.get(game.id))));
}

/** Keeps a game of this screen as it stands; nothing where nobody has moved. */
export async function keepLocal(record: GameRecord): Promise<Stored<void>> {
	if (record.moves.length === 0) return { ok: true, value: undefined };
	try {
		return await keep([localGame(await loadRules(), record)]);
	} catch {
		return { ok: false, problem: 'not-kept' };
	}
}

/** Keeps a game between people that is over, played or watched here. */
export async function keepFriend(page: GamePage, now: number): Promise<Stored<void>> {
	return isOver(page) ? keep([friendGame(page, now)]) : { ok: true, value: undefined };
}

export async function keepLinked(link: LinkedGame, fragment: string, now: number): Promise<Stored<void>> {
	try {
		return await keep([linkedGame(await loadRules(), link, fragment, now)]);
	} catch {
		return { ok: false, problem: 'not-kept' };
	}
}

function isOver({ snapshot }: GamePage): boolean {
	const { status, moves, outcome } = snapshot;
	return status === 'ended' && (moves.length > 0 || (outcome !== null && !isBrokenOff(outcome.reason)));
}

/** So many finished games stay in the small store too, for the home page. */
const RECENT = 50;

/** Takes over whatever the browser's small store has and the database lacks, or has in an older state. */
export async function carryOver(now: number): Promise<Stored<number>> {
	const records = listRecords().filter(({ moves }) => moves.length > 0);
	const friends = keptGames().filter(({ page }) => isOver(page));
	const ids = [...records.map(({ id }) => id), ...friends.map(({ page }) => page.snapshot.id)];
	const known = await getEntries(ids);
	if (!known.ok) return known;
	const isNew = (id: string, at: number) => (known.value.get(id)?.updatedAt ?? 0) < at;
	const newRecords = records.filter(({ id, updatedAt }) => isNew(id, updatedAt));
	const newFriends = friends.filter(({ page }) => !known.value.has(page.snapshot.id));
	const rules = newRecords.length > 0 ? await loadRules().catch(() => null) : null;
	if (newRecords.length > 0 && !rules) return { ok: false, problem: 'not-kept' };
	const games = [
		...newRecords.flatMap((record) => {
			try {
				return rules ? [localGame(rules, record)] : [];
			} catch {
				// Of a position or rules that are no longer understood: it stays where it is.
				return [];
			}
		}),
		...newFriends.map(({ page, seenAt }) => friendGame(page, seenAt)),
	];
	const kept = await keep(games);
	if (!kept.ok) return kept;
	markCarried(now);
	// What could not be taken over is nowhere else.
	const lacking = new Set(newRecords.map(({ id }) => id));
	for (const { id } of games) lacking.delete(id);
	tidyRecords(now, RECENT, (id) => !lacking.has(id));
	return { ok: true, value: games.length };
}

/** Takes a game off the home page; the database keeps it. */
export async function putAway(record: GameRecord): Promise<void> {
	await keepLocal(record);
	removeRecord(record.id);
}

/** Games that were removed, as the database and the small store had them. */
export interface Forgotten {
	games: readonly StoredGame[];
	records: readonly GameRecord[];
	friends: readonly KeptGame[];
}

/** Removes games everywhere, and gives back what `restore` needs. */
export async function forget(ids: readonly string[]): Promise<Stored<Forgotten>> {
	const deleted = await deleteGames(ids);
	// Without a database the small store is all there is.
	if (!deleted.ok && deleted.problem !== 'unavailable') return deleted;
	const asked = new Set(ids);
	const records = listRecords().filter(({ id }) => asked.has(id));
	const friends = keptGames().filter(({ page }) => asked.has(page.snapshot.id));
	for (const id of ids) {
		removeRecord(id);
		forgetGame(id);
	}
	return deleted.ok ? { ok: true, value: { games: deleted.value, records, friends } } : deleted;
}

/** Puts removed games back, so that those that are not over can be continued. */
export async function restore({ games, records, friends }: Forgotten): Promise<Stored<void>> {
	const kept = await putGames(games);
	if (!kept.ok) return kept;
	// What has been kept since is later.
	for (const record of records) if (!loadRecord(record.id)) saveRecord(record);
	for (const { page, seenAt } of friends) if (!keptGame(page.snapshot.id)) keepGame(page, seenAt);
	return kept;
}
