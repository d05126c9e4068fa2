/** Storage of puzzle data: seen puzzles, results, ratings, days. */

import { changeDatabase, readDatabase, type Stored } from '../database/open';
import type { Occasion, PuzzleResult, Rating, Result, SeenPuzzle, SolvedDay } from '../database/puzzleRows';
import type { VariantId } from '../rules/variant';
import { forget, leftBehind, note } from '../store/pendingWrites';
import { keysWith, readJson, removeKey } from '../store/storage';
import { type Entry, readEntry } from './entry';
import type { Puzzle } from './puzzle';
import { afterPuzzle, BEGINNER } from './rating';
import { reviewAfter } from './spacing';

export interface Done {
	puzzle: Pick<Puzzle, 'game' | 'id' | 'kind' | 'plies' | 'rating'>;
	result: Result;
	occasion: Occasion;
	/** Milliseconds since 1970. */
	now: number;
}

export interface KeptResult {
	before: number;
	/** Null if unrated. */
	after: number | null;
}

function putResult({ puzzle, result, occasion, now }: Done): Promise<Stored<KeptResult>> {
	const { game, id, kind, plies } = puzzle;
	const isRun = occasion === 'sprint' || occasion === 'storm';
	return changeDatabase(async (db) => {
		const all = db.transaction(['puzzles', 'puzzleResults', 'puzzleRatings'], 'readwrite');
		const [seen, player = { game, ...BEGINNER }] = await Promise.all([
			all.objectStore('puzzles').get([game, id]),
			all.objectStore('puzzleRatings').get(game),
		]);
		// A retry: the page was left between the write and the removal of its note.
		if (seen?.at === now) return { before: player.rating, after: null };
		const isRated = !seen && !isRun && result !== 'helped';
		const rating = isRated ? { game, ...afterPuzzle(player, puzzle, result === 'clean') } : player;
		const review = reviewAfter(seen?.review ?? null, result !== 'missed', now);
		const after = isRated ? rating.rating : null;
		const entry: PuzzleResult = { game, id, kind, plies, at: now, occasion, result, rating: after };
		await Promise.all([
			all.objectStore('puzzles').put({ game, id, at: now, review }),
			all.objectStore('puzzleResults').add(entry),
			...(isRated ? [all.objectStore('puzzleRatings').put(rating)] : []),
			all.done,
		]);
		return { before: player.rating, after };
	});
}

function putDay(solved: SolvedDay): Promise<Stored<unknown>> {
	return changeDatabase((db) => db.put('puzzleDays', solved));
}

const NAME = 'puzzle/';
/** Key prefix of earlier versions. */
const EARLIER = 'komadai.puzzle-result.';

function nameOf(entry: Entry): string {
	if ('done' in entry) return `${NAME}${entry.done.now}.${entry.done.puzzle.game}.${entry.done.puzzle.id}`;
	return `${NAME}${entry.solved.day}.${entry.solved.game}`;
}

/** Holds a note of the entry until the database has it. Without a database the note is dropped. */
async function keepNoted<T>(entry: Entry, put: () => Promise<Stored<T>>, earlier: Promise<void>): Promise<Stored<T>> {
	const name = nameOf(entry);
	note(name, entry);
	await earlier;
	const stored = await put();
	if (stored.ok || stored.problem === 'unavailable') forget(name);
	else note(name, entry, true);
	return stored;
}

/** Oldest first. */
async function carryOver(): Promise<void> {
	const left = [
		...leftBehind(NAME),
		...keysWith(EARLIER).map((key) => ({ value: readJson(key), forget: () => removeKey(key) })),
	];
	const found = left.flatMap(({ value, forget: done }) => {
		const entry = readEntry(value);
		if (!entry) done();
		return entry ? [{ entry, done }] : [];
	});
	const at = ({ entry }: { entry: Entry }) => ('done' in entry ? entry.done.now : 0);
	for (const { entry, done } of found.sort((a, b) => at(a) - at(b))) {
		const kept = await ('done' in entry ? putResult(entry.done) : putDay(entry.solved));
		if (kept.ok || kept.problem === 'unavailable') done();
	}
}

let carrying: Promise<void> | undefined;

/** Runs `carryOver` once per page, before any other access. */
function carried(): Promise<void> {
	carrying ??= carryOver();
	return carrying;
}

/** Changes the rating the first time a puzzle is seen, unless a hint was used or it was part of a run. */
export async function keepResult({ puzzle, ...how }: Done): Promise<Stored<KeptResult>> {
	const { game, id, kind, plies, rating } = puzzle;
	const done: Done = { puzzle: { game, id, kind, plies, rating }, ...how };
	return keepNoted({ done }, () => putResult(done), carried());
}

export async function keepSolvedDay(solved: SolvedDay): Promise<Stored<unknown>> {
	return keepNoted({ solved }, () => putDay(solved), carried());
}

export async function ratingOf(game: VariantId): Promise<Rating> {
	await carried();
	const kept = await readDatabase((db) => db.get('puzzleRatings', game));
	return (kept.ok && kept.value) || BEGINNER;
}

export async function seenPuzzles(game?: VariantId): Promise<SeenPuzzle[]> {
	await carried();
	const kept = await readDatabase((db) => db.getAll('puzzles'));
	return kept.ok ? kept.value.filter((one) => !game || one.game === game) : [];
}

/** The latest last. */
export async function allResults(): Promise<Stored<PuzzleResult[]>> {
	await carried();
	return readDatabase((db) => db.getAll('puzzleResults'));
}

export async function solvedDays(): Promise<SolvedDay[]> {
	await carried();
	const kept = await readDatabase((db) => db.getAll('puzzleDays'));
	return kept.ok ? kept.value : [];
}
