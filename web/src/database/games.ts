/** Games kept in this browser: played here, by link, imported, or made on the analysis board. */
import type { IDBPIndex } from 'idb';
import type { PerSide } from '../protocol';
import { mainMoves } from '../records/mainLine';
import type { RecordEnd, RecordedGame } from '../records/record';
import type { RulesModule } from '../rules/module';
import { loadRules } from '../rules/rules';
import type { Side, VariantId } from '../rules/variant';
import type { KeptBoard, State } from './board';
import { tell } from './channel';
import { addressOf as playAddress } from './gameRecord';
import { type Line, lineOf, positionsOf } from './line';
import { changeDatabase, type Database, readDatabase, type Schema, type Stored, type Writing } from './open';
import { isEntry, readRecorded } from './schemas';

export type GameKind = 'computer' | 'device' | 'friend' | 'imported' | 'analysis';

export interface StoredGame {
	id: string;
	game: VariantId;
	kind: GameKind;
	/** Empty without a name. */
	name: string;
	/** Person's name or `computer.<level>`, as in shared games; empty if unknown. */
	players: PerSide<string>;
	/** The owner's side; null for both or neither. */
	you: Side | null;
	/** Played with a handicap. */
	odds?: boolean;
	/** Null while unfinished, or if the record does not say. */
	outcome: RecordEnd | null;
	/** Milliseconds since 1970. */
	createdAt: number;
	updatedAt: number;
	/** Absent means `over`. */
	state?: State;
	/** List of the home page that has the game, if any. */
	home?: State;
	/** Counts writes of the record (optimistic concurrency). */
	revision?: number;
	record: RecordedGame;
}

export interface GameEntry extends Omit<StoredGame, 'record'> {
	plies: number;
	/** Position texts at the ends of the main line; `end` is empty if the rules module was unavailable. */
	start: string;
	end: string;
	/** Only on the server, without moves here. */
	elsewhere?: true;
}

/** A game split into its stores. */
interface Made {
	entry: GameEntry;
	record: RecordedGame;
	line: Line | null;
}

/** Page of a game: its own if it goes on or is only on the server, else the analysis board. */
export function addressOf({ id, game, state, elsewhere }: GameEntry): string {
	if (elsewhere) return `/g/${encodeURIComponent(id)}`;
	if (state === 'going') return playAddress({ id, game });
	return `/analysis/${game}/${encodeURIComponent(id)}`;
}

export async function rulesIfThere(): Promise<RulesModule | null> {
	return loadRules().catch(() => null);
}

export const GAME_STORES = ['games', 'records', 'lines', 'boards'] as const;

/** Deep copy of reactive proxies, which IndexedDB cannot clone. */
export function copied<T>(value: T): T {
	return JSON.parse(JSON.stringify(value));
}

export function entryOf(rules: RulesModule | null, { record, ...rest }: StoredGame): Made {
	const positions = rules ? positionsOf(rules, record) : [];
	const entry: GameEntry = {
		...rest,
		plies: mainMoves(record.nodes).length,
		start: positions[0] ?? record.start,
		end: positions.at(-1) ?? '',
	};
	return { entry, record, line: rules ? lineOf(record, positions) : null };
}

/** Runs `work` in one transaction over all stores of a game. */
export async function writing<T>(db: Database, work: (all: Writing) => Promise<T>): Promise<T> {
	const all = db.transaction([...GAME_STORES], 'readwrite');
	try {
		const value = await work(all);
		await all.done;
		return value;
	} catch (error) {
		const ended = all.done.then(
			() => error,
			(why) => why,
		);
		try {
			all.abort();
		} catch {
			// Already ended; `done` has the reason.
		}
		const why = await ended;
		throw (error as Error).name === 'AbortError' ? why : error;
	}
}

/** A game within a transaction; undefined if damaged or missing. */
export async function gameIn(all: Writing, id: string): Promise<StoredGame | undefined> {
	const [entry, record] = await Promise.all([all.objectStore('games').get(id), all.objectStore('records').get(id)]);
	return wholeGame(isEntry(entry) ? entry : undefined, readRecorded(record));
}

function wholeGame(entry: GameEntry | undefined, record: RecordedGame | undefined): StoredGame | undefined {
	if (!entry || !record) return undefined;
	const { plies: _, start: __, end: ___, ...game } = entry;
	return { ...game, record };
}

export async function writeGame(all: Writing, { entry, record, line }: Made): Promise<void> {
	const before = await all.objectStore('games').get(entry.id);
	const lines = all.objectStore('lines');
	await Promise.all([
		all.objectStore('games').put({ ...entry, revision: (before?.revision ?? 0) + 1 }),
		all.objectStore('records').put(record, entry.id),
		line ? lines.put(line, entry.id) : lines.delete(entry.id),
	]);
}

export async function putGame(game: StoredGame): Promise<Stored<void>> {
	return putGames([game]);
}

/** Games per transaction; the page handles input in between. */
const BATCH = 100;

/** Upserts games, a transaction for each batch. On failure, the last `onProgress` gave the number written. */
export async function putGames(
	games: readonly StoredGame[],
	onProgress?: (done: number, total: number) => void,
): Promise<Stored<void>> {
	const rules = await rulesIfThere();
	return changeDatabase(async (db) => {
		for (let from = 0; from < games.length; from += BATCH) {
			const batch = copied(games.slice(from, from + BATCH));
			const made = batch.map((game) => entryOf(rules, game));
			await writing(db, (all) => Promise.all(made.map((one) => writeGame(all, one))));
			tell(batch.map(({ id }) => id));
			onProgress?.(from + batch.length, games.length);
		}
	});
}

/** Replaces the record unless another page has written since. Returns the stored game; null if refused. */
export async function putRecord(game: StoredGame): Promise<Stored<StoredGame | null>> {
	const rules = await rulesIfThere();
	const given = copied(game);
	const made = entryOf(rules, given);
	return changeDatabase(async (db) => {
		const put = await writing(db, async (all) => {
			const there = await all.objectStore('games').get(game.id);
			if (there && (there.revision ?? 0) !== (game.revision ?? 0)) return null;
			// Name and list may have changed since; they are not part of the record.
			const { plies, start, end, updatedAt } = made.entry;
			const entry = there ? { ...there, plies, start, end, updatedAt } : made.entry;
			await writeGame(all, { ...made, entry });
			return { ...given, name: entry.name, revision: (there?.revision ?? 0) + 1 };
		});
		if (put) tell([game.id]);
		return put;
	});
}

export async function getGame(id: string): Promise<Stored<StoredGame | undefined>> {
	const found = await getGames([id]);
	return found.ok ? { ok: true, value: found.value[0] } : found;
}

/** Readable games in the order of `ids`. */
export async function getGames(ids: readonly string[]): Promise<Stored<StoredGame[]>> {
	return readDatabase(async (db) => {
		const all = db.transaction(['games', 'records']);
		const found = await Promise.all(
			ids.map(async (id) => {
				const [entry, record] = await Promise.all([
					all.objectStore('games').get(id),
					all.objectStore('records').get(id),
				]);
				return wholeGame(isEntry(entry) ? entry : undefined, readRecorded(record));
			}),
		);
		return found.filter((game) => game !== undefined);
	});
}

export async function isDamaged(id: string): Promise<boolean> {
	const found = await readDatabase((db) => db.count('games', id));
	const whole = await getGame(id);
	return found.ok && found.value > 0 && whole.ok && whole.value === undefined;
}

export async function getEntries(ids: readonly string[]): Promise<Stored<Map<string, GameEntry>>> {
	return readDatabase(async (db) => {
		const all = db.transaction('games');
		const found = await Promise.all(ids.map((id) => all.store.get(id)));
		return new Map(found.filter((entry) => entry !== undefined).map((entry) => [entry.id, entry]));
	});
}

/** All games, newest first, and the ids of damaged ones. */
export async function readList(): Promise<Stored<{ games: GameEntry[]; damaged: string[] }>> {
	return readDatabase(async (db) => {
		const all = await db.getAll('games');
		const games = all.filter(isEntry);
		const damaged = games.length < all.length ? all.filter((one) => !isEntry(one)) : [];
		return {
			games: games.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)),
			damaged: damaged.map(({ id }) => id),
		};
	});
}

export async function listGames(): Promise<Stored<GameEntry[]>> {
	const all = await readList();
	return all.ok ? { ok: true, value: all.value.games } : all;
}

/** The last readable entries of an index, or of a range of it. */
async function lastOf(
	index: IDBPIndex<Schema, ['games'], 'games', 'updatedAt' | 'home'>,
	limit: number,
	range: IDBKeyRange | null = null,
): Promise<GameEntry[]> {
	const found: GameEntry[] = [];
	let cursor = await index.openCursor(range, 'prev');
	for (; cursor && found.length < limit; cursor = await cursor.continue())
		if (isEntry(cursor.value)) found.push(cursor.value);
	return found;
}

/** The newest games and the number of all; the time does not depend on that number. */
export async function latestGames(limit: number): Promise<Stored<{ games: GameEntry[]; count: number }>> {
	return readDatabase(async (db) => {
		const { store } = db.transaction('games');
		const [games, count] = await Promise.all([lastOf(store.index('updatedAt'), limit), store.count()]);
		return { games, count };
	});
}

export interface Deleted {
	games: readonly StoredGame[];
	boards: readonly KeptBoard[];
}

export async function deleteGames(ids: readonly string[]): Promise<Stored<Deleted>> {
	return changeDatabase(async (db) => {
		const deleted = await writing(db, async (all) => {
			const found = await Promise.all(
				ids.map((id) =>
					Promise.all([
						all.objectStore('games').get(id),
						all.objectStore('records').get(id),
						all.objectStore('boards').get(id),
					]),
				),
			);
			await Promise.all(ids.flatMap((id) => GAME_STORES.map((name) => all.objectStore(name).delete(id))));
			return {
				games: found.map(([entry, record]) => wholeGame(entry, record)).filter((game) => game !== undefined),
				boards: found.map(([, , board]) => board).filter((board) => board !== undefined),
			};
		});
		tell(ids);
		return deleted;
	});
}

/** Restores deleted games with their boards; later writes win. */
export async function restoreGames({ games, boards }: Deleted): Promise<Stored<void>> {
	const rules = await rulesIfThere();
	const made = games.map((game) => entryOf(rules, game));
	return changeDatabase(async (db) => {
		await writing(db, async (all) => {
			for (const one of made) if (!(await all.objectStore('games').get(one.entry.id))) await writeGame(all, one);
			for (const board of boards)
				if (!(await all.objectStore('boards').get(board.id))) await all.objectStore('boards').put(board);
		});
		tell([...games, ...boards].map(({ id }) => id));
	});
}

async function changeEntry(id: string, change: (entry: GameEntry) => GameEntry): Promise<Stored<void>> {
	return changeDatabase(async (db) => {
		const all = db.transaction('games', 'readwrite');
		const entry = await all.store.get(id);
		if (entry) await all.store.put(change(entry));
		await all.done;
		tell([id]);
	});
}

export async function renameGame(id: string, name: string): Promise<Stored<void>> {
	return changeEntry(id, (entry) => ({ ...entry, name: name.trim() }));
}

/** Moves a game to a list of the home page, or off the page. My games keeps it. */
export async function showAtHome(id: string, home?: State): Promise<Stored<void>> {
	return changeEntry(id, ({ home: _, ...entry }) => (home ? { ...entry, home } : entry));
}

export async function homeEntries(going: number, over: number): Promise<Stored<GameEntry[]>> {
	return readDatabase(async (db) => {
		const { store } = db.transaction('games');
		const list = (home: State, limit: number) =>
			lastOf(store.index('home'), limit, IDBKeyRange.bound([home], [home, []]));
		return (await Promise.all([list('going', going), list('over', over)])).flat();
	});
}
