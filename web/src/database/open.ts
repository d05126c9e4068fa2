/** IndexedDB schema and access. Errors are returned, never thrown. */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import type { RecordedGame } from '../records/record';
import type { VariantId } from '../rules/variant';
import type { Board, KeptBoard, State } from './board';
import type { GameEntry } from './games';
import type { Line } from './line';
import type { KeptRating, PuzzleResult, SeenPuzzle, SolvedDay } from './puzzleRows';

/** A game has an entry in each of the first three stores, under its id. */
export interface Schema extends DBSchema {
	/** List entries, small enough to load all. */
	games: { key: string; value: GameEntry; indexes: { updatedAt: number; home: [State, number] } };
	/** Moves, variations, comments: loaded with a game. */
	records: { key: string; value: RecordedGame };
	/** Positions of the main line, for the search; may be missing. */
	lines: { key: string; value: Line };
	/** Resumable boards (`boards.ts`), under the id of the game. */
	boards: { key: string; value: KeptBoard; indexes: { state: [Board['kind'], State] } };
	puzzles: { key: [VariantId, string]; value: SeenPuzzle };
	puzzleResults: { key: number; value: PuzzleResult };
	puzzleRatings: { key: VariantId; value: KeptRating };
	puzzleDays: { key: [number, VariantId]; value: SolvedDay };
}

export type Database = IDBPDatabase<Schema>;
type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;
export type Writing = IDBPTransaction<Schema, ('games' | 'records' | 'lines' | 'boards')[], 'readwrite'>;

/**
 * `unavailable`: the browser refuses storage; `full`: quota exceeded; `newer`: a newer page has upgraded the database;
 * `not-read`, `not-kept`: other errors of reading and writing.
 */
export type Problem = 'unavailable' | 'full' | 'newer' | 'not-read' | 'not-kept';
export type Stored<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export const DATABASE_NAME = 'komadai';

/** Migrations from version `n` to `n + 1`. Never change a released one. */
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
		// Unblocks the upgrade of a newer page in another tab.
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
	// Private windows, and settings that block storage.
	if (name === 'InvalidStateError' || name === 'SecurityError' || name === 'UnknownError') return 'unavailable';
	return globalThis.indexedDB ? otherwise : 'unavailable';
}

async function withDatabase<T>(use: (db: Database) => Promise<T>, otherwise: Problem): Promise<Stored<T>> {
	try {
		return { ok: true, value: await use(await open()) };
	} catch (error) {
		return { ok: false, problem: problemOf(error, otherwise) };
	}
}

export function readDatabase<T>(use: (db: Database) => Promise<T>): Promise<Stored<T>> {
	return withDatabase(use, 'not-read');
}

export function changeDatabase<T>(use: (db: Database) => Promise<T>): Promise<Stored<T>> {
	return withDatabase(use, 'not-kept');
}
