/** What is kept of puzzles in this browser: each one that was seen, every result, ratings, and the days. */
import { changeDatabase, readDatabase, type Stored } from '../database/open';
import type { GameId } from '../games/game';
import type { Puzzle, PuzzleKind } from './puzzle';
import type { Result } from './puzzleSession.svelte';
import { afterPuzzle, BEGINNER, type Rating } from './rating';
import { type Review, reviewAfter } from './spacing';

/** How a puzzle came to be solved. */
export type Occasion = 'single' | 'day' | 'review' | 'sprint' | 'storm';

/** A puzzle that was seen. */
export interface SeenPuzzle {
	game: GameId;
	id: string;
	/** Milliseconds since 1970, the last time. */
	at: number;
	review: Review | null;
}

export interface PuzzleResult {
	/** Given by the database, in their order. */
	number?: number;
	game: GameId;
	id: string;
	kind: PuzzleKind;
	plies: number;
	at: number;
	occasion: Occasion;
	result: Result;
	/** The player's afterwards; null where it was not rated. */
	rating: number | null;
}

export interface KeptRating extends Rating {
	game: GameId;
}

/** A puzzle of the day that was solved. */
export interface SolvedDay {
	day: number;
	game: GameId;
}

export async function ratingOf(game: GameId): Promise<Rating> {
	const kept = await readDatabase((db) => db.get('puzzleRatings', game));
	return (kept.ok && kept.value) || BEGINNER;
}

/** The puzzles of a game that were seen; of all games without one. */
export async function seenPuzzles(game?: GameId): Promise<SeenPuzzle[]> {
	const kept = await readDatabase((db) => db.getAll('puzzles'));
	return kept.ok ? kept.value.filter((one) => !game || one.game === game) : [];
}

/** All results, or why they could not be read; the latest last. */
export function allResults(): Promise<Stored<PuzzleResult[]>> {
	return readDatabase((db) => db.getAll('puzzleResults'));
}

export async function solvedDays(): Promise<SolvedDay[]> {
	const kept = await readDatabase((db) => db.getAll('puzzleDays'));
	return kept.ok ? kept.value : [];
}

export function keepSolvedDay(solved: SolvedDay): Promise<Stored<unknown>> {
	return changeDatabase((db) => db.put('puzzleDays', solved));
}

export interface Done {
	puzzle: Puzzle;
	result: Result;
	occasion: Occasion;
	/** Milliseconds since 1970. */
	now: number;
}

export interface KeptResult {
	before: number;
	/** Null where it was not rated. */
	after: number | null;
}

/**
 * Keeps how a puzzle was done. It changes the rating the first time it is seen, unless a hint helped to solve it or
 * it was part of a run.
 */
export function keepResult({ puzzle, result, occasion, now }: Done): Promise<Stored<KeptResult>> {
	const { game, id, kind, plies } = puzzle;
	const isRun = occasion === 'sprint' || occasion === 'storm';
	return changeDatabase(async (db) => {
		const all = db.transaction(['puzzles', 'puzzleResults', 'puzzleRatings'], 'readwrite');
		const [seen, player = { game, ...BEGINNER }] = await Promise.all([
			all.objectStore('puzzles').get([game, id]),
			all.objectStore('puzzleRatings').get(game),
		]);
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
