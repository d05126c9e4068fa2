/**
 * The games kept in this browser: played here, by link, imported, or made on the analysis board.
 *
 *     const stored = await getGame(id);
 *     if (stored.ok && stored.value) await putGame({ ...stored.value, record, updatedAt: Date.now() });
 */
import type { IDBPIndex } from 'idb';
import type { Side, VariantId } from '../games/variant';
import type { PerSide } from '../protocol';
import { mainMoves } from '../records/mainLine';
import type { RecordEnd, RecordedGame } from '../records/record';
import type { RulesModule } from '../rules/module';
import { loadRules } from '../rules/rules';
import { addressOf as playAddress } from '../store/records';
import type { KeptBoard, State } from './board';
import { tell } from './channel';
import { type Line, lineOf, positionsOf } from './line';
import { changeDatabase, type Database, readDatabase, type Schema, type Stored, type Writing } from './open';
import { isEntry, readRecorded } from './schemas';

export type GameKind = 'computer' | 'device' | 'friend' | 'imported' | 'analysis';

export interface StoredGame {
	id: string;
	game: VariantId;
	kind: GameKind;
	/** What its owner calls it; empty while it has no name. */
	name: string;
	/** As in shared games: a person's name or `computer.<level>`; empty where nobody is named. */
	players: PerSide<string>;
	/** The side that was played here; nobody's where both or neither were. */
	you: Side | null;
	/** One side gave a handicap. */
	odds?: boolean;
	/** How it ended; null while it has not, or where the record does not say. */
	outcome: RecordEnd | null;
	/** When it began and when it last changed, milliseconds since 1970. */
	createdAt: number;
	updatedAt: number;
	/** Absent: over, as everything that was not played here. */
	state?: State;
	/** The list of the home page that shows it; absent in none. */
	home?: State;
	/** Raised by each write of the record, which names the one it was made from. */
	revision?: number;
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

/** A game as it stands in the stores. */
interface Made {
	entry: GameEntry;
	record: RecordedGame;
	line: Line | null;
}

/** The page on which a game is opened: its own where only the server has it, or where it goes on; else the analysis board. */
export function addressOf({ id, game, state, elsewhere }: GameEntry): string {
	if (elsewhere) return `/g/${encodeURIComponent(id)}`;
	if (state === 'going') return playAddress({ id, game });
	return `/analysis/${game}/${encodeURIComponent(id)}`;
}

export async function rulesIfThere(): Promise<RulesModule | null> {
	return loadRules().catch(() => null);
}

export const GAME_STORES = ['games', 'records', 'lines', 'boards'] as const;

/** Copies what a reactive page holds: it is wrapped, which no database can copy. */
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

/** One transaction over all of a game: what `work` writes is there whole, or not at all. */
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
			// It has ended by itself, and says why.
		}
		const why = await ended;
		throw (error as Error).name === 'AbortError' ? why : error;
	}
}

/** The whole game as a transaction sees it, where it can be read. */
export async function gameIn(all: Writing, id: string): Promise<StoredGame | undefined> {
	const [entry, record] = await Promise.all([
		all.objectStore('games').get(id),
		all.objectStore('records').get(id),
	]);
	return wholeGame(isEntry(entry) ? entry : undefined, readRecorded(record));
}

function wholeGame(entry: GameEntry | undefined, record: RecordedGame | undefined): StoredGame | undefined {
	if (!entry || !record) return undefined;
	const { plies: _, start: __, end: ___, ...game } = entry;
	return { ...game, record };
}

/** Writes a game within a transaction; its revision follows the one that is there. */
export async function writeGame(all: Writing, { entry, record, line }: Made): Promise<void> {
	const before = await all.objectStore('games').get(entry.id);
	const lines = all.objectStore('lines');
	await Promise.all([
		all.objectStore('games').put({ ...entry, revision: (before?.revision ?? 0) + 1 }),
		all.objectStore('records').put(record, entry.id),
		line ? lines.put(line, entry.id) : lines.delete(entry.id),
	]);
}

/** Keeps a game; one with the same id is replaced. */
export async function putGame(game: StoredGame): Promise<Stored<void>> {
	return putGames([game]);
}

/** So many games are written at a time: between them the page answers presses. */
const BATCH = 100;

/** Keeps many games, each batch in one transaction. Where it fails, `onProgress` has said how many are kept. */
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

/**
 * Replaces the record of a game, if it still is the one of the revision that is named or the game is gone; the answer
 * is the game as it is kept then, or null where another page wrote first.
 */
export async function putRecord(game: StoredGame): Promise<Stored<StoredGame | null>> {
	const rules = await rulesIfThere();
	const given = copied(game);
	const made = entryOf(rules, given);
	return changeDatabase(async (db) => {
		const put = await writing(db, async (all) => {
			const there = await all.objectStore('games').get(game.id);
			if (there && (there.revision ?? 0) !== (game.revision ?? 0)) return null;
			// What is no part of the record may have changed: its name, the list it stands in.
			const { plies, start, end, updatedAt } = made.entry;
			const entry = there ? { ...there, plies, start, end, updatedAt } : made.entry;
			await writeGame(all, { ...made, entry });
			return { ...given, name: entry.name, revision: (there?.revision ?? 0) + 1 };
		});
		if (put) tell([game.id]);
		return put;
	});
}

/** A whole game; undefined where there is none of this id. */
export async function getGame(id: string): Promise<Stored<StoredGame | undefined>> {
	const found = await getGames([id]);
	return found.ok ? { ok: true, value: found.value[0] } : found;
}

/** Whole games in the order asked for, those that are there and whole. */
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

/** Whether there is something under this id that cannot be read. */
export async function isDamaged(id: string): Promise<boolean> {
	const found = await readDatabase((db) => db.count('games', id));
	const whole = await getGame(id);
	return found.ok && found.value > 0 && whole.ok && whole.value === undefined;
}

/** What lists show of these games, those that are there, by id. */
export async function getEntries(ids: readonly string[]): Promise<Stored<Map<string, GameEntry>>> {
	return readDatabase(async (db) => {
		const all = db.transaction('games');
		const found = await Promise.all(ids.map((id) => all.store.get(id)));
		return new Map(found.filter((entry) => entry !== undefined).map((entry) => [entry.id, entry]));
	});
}

/** All games, the latest first, and the ids under which there is something that cannot be read. */
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

/** All games, the latest first. */
export async function listGames(): Promise<Stored<GameEntry[]>> {
	const all = await readList();
	return all.ok ? { ok: true, value: all.value.games } : all;
}

/** The last entries of an index, within a range of it, that can be read. */
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

/** The games that changed last, the latest first, and how many there are: read at once however many that is. */
export async function latestGames(limit: number): Promise<Stored<{ games: GameEntry[]; count: number }>> {
	return readDatabase(async (db) => {
		const { store } = db.transaction('games');
		const [games, count] = await Promise.all([lastOf(store.index('updatedAt'), limit), store.count()]);
		return { games, count };
	});
}

/** What was deleted, so that it can be put back. */
export interface Deleted {
	games: readonly StoredGame[];
	boards: readonly KeptBoard[];
}

/** Takes games away, with what pages go on with, and gives them back whole. */
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

/** Puts deleted games back, so that those that are not over can be continued; what has been kept since is later. */
export async function restoreGames({ games, boards }: Deleted): Promise<Stored<void>> {
	const rules = await rulesIfThere();
	const made = games.map((game) => entryOf(rules, game));
	return changeDatabase(async (db) => {
		await writing(db, async (all) => {
			for (const one of made)
				if (!(await all.objectStore('games').get(one.entry.id))) await writeGame(all, one);
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

/** Gives a game another name; its date stays. */
export async function renameGame(id: string, name: string): Promise<Stored<void>> {
	return changeEntry(id, (entry) => ({ ...entry, name: name.trim() }));
}

/** Puts a game into a list of the home page; without one, out of it. My games has it all the same. */
export async function showAtHome(id: string, home?: State): Promise<Stored<void>> {
	return changeEntry(id, ({ home: _, ...entry }) => (home ? { ...entry, home } : entry));
}

/** Of each list of the home page the latest games. */
export async function homeEntries(going: number, over: number): Promise<Stored<GameEntry[]>> {
	return readDatabase(async (db) => {
		const { store } = db.transaction('games');
		const list = (home: State, limit: number) =>
			lastOf(store.index('home'), limit, IDBKeyRange.bound([home], [home, []]));
		return (await Promise.all([list('going', going), list('over', over)])).flat();
	});
}
