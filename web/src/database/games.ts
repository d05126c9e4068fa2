/**
 * The games kept in this browser: played here, by link, imported, or made on the analysis board.
 *
 *     const stored = await getGame(id);
 *     if (stored.ok && stored.value) await putGame({ ...stored.value, record, updatedAt: Date.now() });
 */
import type { GameId, Side } from '../games/game';
import type { PerSide } from '../protocol';
import { mainMoves } from '../records/mainLine';
import type { RecordEnd, RecordedGame } from '../records/record';
import type { RulesModule } from '../rules/module';
import { loadRules } from '../rules/rules';
import { lineOf, positionsOf } from './line';
import { changeDatabase, type Database, readDatabase, type Stored } from './open';

export type GameKind = 'computer' | 'device' | 'friend' | 'imported' | 'analysis';

export interface StoredGame {
	id: string;
	game: GameId;
	kind: GameKind;
	/** What its owner calls it; empty while it has no name. */
	name: string;
	/** As in shared games: a person's name or `computer.<level>`; empty where nobody is named. */
	players: PerSide<string>;
	/** The side that was played here; nobody's where both or neither were. */
	you: Side | null;
	/** How it ended; null while it has not, or where the record does not say. */
	outcome: RecordEnd | null;
	/** When it began and when it last changed, milliseconds since 1970. */
	createdAt: number;
	updatedAt: number;
	record: RecordedGame;
}

/** A game as a list needs it. */
export interface GameEntry extends Omit<StoredGame, 'record'> {
	/** Moves of the main line. */
	plies: number;
	/** Position texts of the start and of the end of the main line; the latter is empty where the rules could not be asked. */
	start: string;
	end: string;
	/** Only the server has it: a line without moves, which is in no store. */
	elsewhere?: true;
}

async function rulesIfThere(): Promise<RulesModule | null> {
	return loadRules().catch(() => null);
}

let written = 0;

/** How often this page has changed the database: what was read before a change is old. */
export function changes(): number {
	return written;
}

const STORES = ['games', 'records', 'lines'] as const;

/** Writes games in one transaction: all of them or, where that fails, none. */
async function write(db: Database, rules: RulesModule | null, games: readonly StoredGame[]): Promise<void> {
	const made = games.map(({ record, ...rest }) => {
		const positions = rules ? positionsOf(rules, record) : [];
		const entry: GameEntry = {
			...rest,
			plies: mainMoves(record.nodes).length,
			start: positions[0] ?? record.start,
			end: positions.at(-1) ?? '',
		};
		return { entry, record, line: rules ? lineOf(record, positions) : null };
	});
	const all = db.transaction(STORES, 'readwrite');
	const [entries, records, lines] = [
		all.objectStore('games'),
		all.objectStore('records'),
		all.objectStore('lines'),
	];
	const writing: Promise<unknown>[] = made.flatMap(({ entry, record, line }) => [
		entries.put(entry),
		records.put(record, entry.id),
		line ? lines.put(line, entry.id) : lines.delete(entry.id),
	]);
	await Promise.all([...writing, all.done]);
	written += 1;
}

/** Keeps a game; one with the same id is replaced. */
export async function putGame(game: StoredGame): Promise<Stored<void>> {
	return putGames([game]);
}

/** So many games are written at a time: between them the page answers presses. */
const BATCH = 100;

/** Keeps many games. Where it fails, `onProgress` has said how many are kept. */
export async function putGames(
	games: readonly StoredGame[],
	onProgress?: (done: number, total: number) => void,
): Promise<Stored<void>> {
	const rules = await rulesIfThere();
	return changeDatabase(async (db) => {
		for (let from = 0; from < games.length; from += BATCH) {
			const batch = games.slice(from, from + BATCH);
			// What a reactive page holds is wrapped, which no database can copy.
			await write(db, rules, JSON.parse(JSON.stringify(batch)));
			onProgress?.(from + batch.length, games.length);
		}
	});
}

/** A whole game; undefined where there is none of this id. */
export async function getGame(id: string): Promise<Stored<StoredGame | undefined>> {
	const found = await getGames([id]);
	return found.ok ? { ok: true, value: found.value[0] } : found;
}

/** Whole games in the order asked for, those that are there. */
export async function getGames(ids: readonly string[]): Promise<Stored<StoredGame[]>> {
	return readDatabase(async (db) => {
		const all = db.transaction(['games', 'records']);
		const found = await Promise.all(
			ids.map(async (id) => {
				const [entry, record] = await Promise.all([
					all.objectStore('games').get(id),
					all.objectStore('records').get(id),
				]);
				if (!entry || !record) return undefined;
				const { plies: _, start: __, end: ___, ...game } = entry;
				return { ...game, record };
			}),
		);
		return found.filter((game) => game !== undefined);
	});
}

/** What lists show of these games, those that are there, by id. */
export async function getEntries(ids: readonly string[]): Promise<Stored<Map<string, GameEntry>>> {
	return readDatabase(async (db) => {
		const all = db.transaction('games');
		const found = await Promise.all(ids.map((id) => all.store.get(id)));
		return new Map(found.filter((entry) => entry !== undefined).map((entry) => [entry.id, entry]));
	});
}

/** All games, the latest first. */
export async function listGames(): Promise<Stored<GameEntry[]>> {
	return readDatabase(async (db) =>
		(await db.getAll('games')).sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)),
	);
}

/** The games that changed last, the latest first, and how many there are: read at once however many that is. */
export async function latestGames(limit: number): Promise<Stored<{ games: GameEntry[]; count: number }>> {
	return readDatabase(async (db) => {
		const { store } = db.transaction('games');
		const counting = store.count();
		const games: GameEntry[] = [];
		let cursor = await store.index('updatedAt').openCursor(null, 'prev');
		while (cursor && games.length < limit) {
			games.push(cursor.value);
			cursor = await cursor.continue();
		}
		return { games, count: await counting };
	});
}

/** Takes games away and gives them back whole, so that it can be undone by `putGames`. */
export async function deleteGames(ids: readonly string[]): Promise<Stored<StoredGame[]>> {
	const games = await getGames(ids);
	if (!games.ok) return games;
	return changeDatabase(async (db) => {
		const all = db.transaction(STORES, 'readwrite');
		const deleting = ids.flatMap((id) => STORES.map((name) => all.objectStore(name).delete(id)));
		await Promise.all([...deleting, all.done]);
		written += 1;
		return games.value;
	});
}

/** Gives a game another name; its date stays. */
export async function renameGame(id: string, name: string): Promise<Stored<void>> {
	return changeDatabase(async (db) => {
		const all = db.transaction('games', 'readwrite');
		const entry = await all.store.get(id);
		if (entry) await all.store.put({ ...entry, name: name.trim() });
		await all.done;
		written += 1;
	});
}
