import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeDatabase, DATABASE_NAME, readDatabase } from '../database/open';
import { dayOf } from './day';
import { allResults, keepResult, keepSolvedDay, ratingOf, seenPuzzles, solvedDays } from './keep';
import { Progress } from './progress.svelte';
import type { Puzzle } from './puzzle';

const puzzle: Puzzle = {
	game: 'shogi',
	id: 'abcdefgh',
	kind: 'mate',
	position: '4k4/9/4G4/9/9/9/9/9/9 b G 1',
	plies: 1,
	moves: ['G*5b'],
	solutions: [],
	themes: [],
	rating: 1500,
};
const DAY = 86_400_000;

beforeEach(async () => deleteDB(DATABASE_NAME));
afterEach(() => closeDatabase());

it('a puzzle is rated the first time it is seen, and not with a hint or in a run', async () => {
	const first = await keepResult({ puzzle, result: 'clean', occasion: 'single', now: 1 });
	expect(first.ok && first.value.after).toBeGreaterThan(1500);
	const { rating } = await ratingOf('shogi');
	expect(rating).toBe(first.ok && first.value.after);
	for (const [id, result, occasion] of [
		['abcdefgh', 'missed', 'single'],
		['helphelp', 'helped', 'single'],
		['runrunru', 'missed', 'sprint'],
	] as const) {
		const kept = await keepResult({ puzzle: { ...puzzle, id }, result, occasion, now: 2 });
		expect(kept.ok && kept.value.after, id).toBeNull();
	}
	expect((await ratingOf('shogi')).rating).toBe(rating);
	expect((await ratingOf('shogun')).rating).toBe(1500);
	const results = await allResults();
	expect(results.ok && results.value.map((one) => one.result)).toEqual([
		'clean',
		'missed',
		'helped',
		'missed',
	]);
	expect(await seenPuzzles('shogi')).toHaveLength(3);
	expect(await seenPuzzles('shogun')).toEqual([]);
});

it('what was missed is due the day after, and days that were solved make a streak', async () => {
	let now = 100 * DAY;
	const progress = new Progress('shogi', () => now);
	await progress.done(puzzle, 'missed', 'single');
	expect(progress.due).toEqual([]);
	expect(progress.nextDue).toBe(now + DAY);
	await progress.solvedToday();
	expect(progress.streak).toBe(1);
	now += DAY;
	expect(progress.due.map(({ id }) => id)).toEqual(['abcdefgh']);
	expect(progress.streak).toBe(1);
	await keepSolvedDay({ day: dayOf(now), game: 'shogun' });
	await progress.done(puzzle, 'clean', 'review');
	expect(progress.due).toEqual([]);
	expect(progress.streak).toBe(2);
	expect(await solvedDays()).toHaveLength(2);
});

it('games that were kept before there were puzzles stay', async () => {
	const old = await openDB(DATABASE_NAME, 1, {
		upgrade(db) {
			db.createObjectStore('games', { keyPath: 'id' }).createIndex('updatedAt', 'updatedAt');
			db.createObjectStore('records');
			db.createObjectStore('lines');
		},
	});
	await old.put('games', { id: 'mine', updatedAt: 1 });
	old.close();
	expect((await keepResult({ puzzle, result: 'clean', occasion: 'day', now: 1 })).ok).toBe(true);
	const games = await readDatabase((db) => db.getAllKeys('games'));
	expect(games).toEqual({ ok: true, value: ['mine'] });
});
