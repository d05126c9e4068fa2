/**
 * The browser's database (IndexedDB): schema and opening. Every answer is a value or a problem; nothing throws where
 * storage is refused.
 *
 * 1. A page holds a board as a `HeldBoard` (`held.svelte.ts`) and saves it with each move. `boards.ts` reads, compares
 *    and writes board and game in one transaction. A write names the revision it was made from, and is refused if
 *    another tab was first. `channel.ts` informs the other tabs.
 * 2. What is unwritten when a page goes away is one line of local storage (`store/unwritten.ts`), which the next start
 *    writes. What the database refuses stays in memory and in that line.
 * 3. Stored values are read by schema (`schemas.ts`). A value that does not fit is shown as damaged and breaks no list.
 *    `migrate.ts` moves games of earlier versions from local storage.
 * 4. `games`, `records` and `lines` are separate stores, because lists of thousands of games read neither moves nor
 *    positions. A line has a 53-bit number for each position (`positionNumber.ts`); `openings.ts` compares them, so
 *    transpositions are one position.
 * 5. `files.ts` writes into headers of a record what only My games knows; `notes.ts` keeps notes when the game is saved
 *    again.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import type { VariantId } from '../games/variant';
import type { KeptRating, PuzzleResult, SeenPuzzle, SolvedDay } from '../puzzles/keep';
import type { RecordedGame } from '../records/record';
import type { Board, KeptBoard, State } from './board';
import type { GameEntry } from './games';
import type { Line } from './line';

/** A game has one value in each of the first three stores, under its id. */
export interface Schema extends DBSchema {
	/** What a list shows: small, so that all of it is read at once. */
	games: { key: string; value: GameEntry; indexes: { updatedAt: number; home: [State, number] } };
	/** Moves, variations, comments: read when a game is opened. */
	records: { key: string; value: RecordedGame };
	/** The positions of the main line, for searching; missing until it is made. */
	lines: { key: string; value: Line };
	/** What pages go on with (`boards.ts`), under the id of the game. */
	boards: { key: string; value: KeptBoard; indexes: { state: [Board['kind'], State] } };
	/** Puzzles that were seen. */
	puzzles: { key: [VariantId, string]; value: SeenPuzzle };
	/** How each puzzle was done, in the order of time. */
	puzzleResults: { key: number; value: PuzzleResult };
	puzzleRatings: { key: VariantId; value: KeptRating };
	/** Puzzles of the day that were solved. */
	puzzleDays: { key: [number, VariantId]; value: SolvedDay };
}

export type Database = IDBPDatabase<Schema>;
type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;
export type Writing = IDBPTransaction<Schema, ('games' | 'records' | 'lines' | 'boards')[], 'readwrite'>;

/**
 * Why nothing was read or written: the browser keeps nothing here (`unavailable`), there is no more room (`full`),
 * a newer page has changed the database (`newer`), or something else went wrong while it was read (`not-read`) or
 * changed (`not-kept`).
 */
export type Problem = 'unavailable' | 'full' | 'newer' | 'not-read' | 'not-kept';
export type Stored<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export const DATABASE_NAME = 'komadai';

/** Step `n` makes version `n + 1` of version `n`. Steps that were released stay as they are. */
const STEPS: readonly ((db: Database, all: Upgrade) => void)[] = [
	(db) => {
		db.createObjectStore('games', { keyPath: 'id' }).createIndex('updatedAt', 'updatedAt');
		db.createObjectStore('records');
		db.createObjectStore('lines');
	},
	(db) => {
		db.createObjectStore('puzzles', { keyPath: ['game', 'id'] });
		db.createObjectStore('puzzleResults', { keyPath: 'number', autoIncrement: true });
		db.createObjectStore('puzzleRatings', { keyPath: 'game' });
		db.createObjectStore('puzzleDays', { keyPath: ['day', 'game'] });
	},
	(db, all) => {
		db.createObjectStore('boards', { keyPath: 'id' }).createIndex('state', ['kind', 'state']);
		all.objectStore('games').createIndex('home', ['home', 'updatedAt']);
	},
];

export const DATABASE_VERSION = STEPS.length;

let opened: Promise<Database> | undefined;

function open(): Promise<Database> {
	opened ??= openDB<Schema>(DATABASE_NAME, DATABASE_VERSION, {
		upgrade: (db, from, _, all) => {
			for (const step of STEPS.slice(from)) step(db, all);
		},
		// A newer page in another tab waits for this one to let go; the next use finds out.
		blocking: () => void closeDatabase(),
		terminated: () => {
			opened = undefined;
		},
	}).catch((error) => {
		opened = undefined;
		throw error;
	});
	return opened;
}

/** Lets go of the database; the next use opens it again. */
export async function closeDatabase(): Promise<void> {
	const closing = opened;
	opened = undefined;
	await closing?.then(
		(db) => db.close(),
		() => {},
	);
}

function problemOf(error: unknown, otherwise: Problem): Problem {
	const name = error instanceof Error || error instanceof DOMException ? error.name : '';
	if (name === 'QuotaExceededError') return 'full';
	if (name === 'VersionError') return 'newer';
	// Private windows, and settings that forbid pages to keep anything.
	if (name === 'InvalidStateError' || name === 'SecurityError' || name === 'UnknownError')
		return 'unavailable';
	return globalThis.indexedDB ? otherwise : 'unavailable';
}

async function withDatabase<T>(use: (db: Database) => Promise<T>, otherwise: Problem): Promise<Stored<T>> {
	try {
		return { ok: true, value: await use(await open()) };
	} catch (error) {
		return { ok: false, problem: problemOf(error, otherwise) };
	}
}

/** What `use` reads from the database, or why it could not. */
export function readDatabase<T>(use: (db: Database) => Promise<T>): Promise<Stored<T>> {
	return withDatabase(use, 'not-read');
}

/** Lets `use` change the database; the answer is its own, or why it could not. */
export function changeDatabase<T>(use: (db: Database) => Promise<T>): Promise<Stored<T>> {
	return withDatabase(use, 'not-kept');
}
