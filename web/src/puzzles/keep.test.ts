import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeDatabase, DATABASE_NAME, readDatabase } from '../database/open';
import { emptyStorage } from '../database/testStorage';
import { withLocale } from '../i18n/locale.svelte';
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

it('a puzzle is rated the first time it is seen, except with a hint or in a run', async () => {
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
	expect(results.ok && results.value.map((one) => one.result)).toEqual(['clean', 'missed', 'helped', 'missed']);
	expect(await seenPuzzles('shogi')).toHaveLength(3);
	expect(await seenPuzzles('shogun')).toEqual([]);
});

it('a missed puzzle is due the day after, and solved days make a streak', async () => {
	let now = 100 * DAY;
	const progress = new Progress('shogi', () => now);
	await progress.done(puzzle, 'missed', 'single');
	expect(progress.due).toEqual([]);
	expect(progress.nextDue).toBe(now + DAY);
	const words = await progress.solvedDay(dayOf(now));
	expect(progress.streak).toBe(1);
	expect([words(), withLocale('ja', words)]).toEqual(['1-day streak.', '1日連続。']);
	now += DAY;
	expect(progress.due.map(({ id }) => id)).toEqual(['abcdefgh']);
	expect(progress.streak).toBe(1);
	await keepSolvedDay({ day: dayOf(now), game: 'shogun' });
	await progress.done(puzzle, 'clean', 'review');
	expect(progress.due).toEqual([]);
	expect(progress.streak).toBe(2);
	expect(await solvedDays()).toHaveLength(2);
});

it('a puzzle of the day that is solved after midnight counts for the day on which it was opened', async () => {
	const midnight = new Date(2026, 10, 24).getTime();
	let now = midnight - 1;
	const progress = new Progress('shogi', () => now);
	const day = progress.dayOfPuzzle([{ ...puzzle, kind: 'tactic' }], puzzle);
	expect(day).toBe(dayOf(now));
	now = midnight + 1;
	await progress.solvedDay(day ?? 0);
	expect((await solvedDays()).map((one) => one.day)).toEqual([dayOf(midnight - 1)]);
	expect(progress.streak).toBe(1);
});

it('a result states the rating and its change, in the language of the page', async () => {
	const words = await new Progress('shogi', () => 7).done(puzzle, 'missed', 'single');
	expect(words()).toBe('Rating 1350 (−150); puzzle 1500.');
	expect(withLocale('ja', words)).toBe('レーティング1350（−150）。問題1500。');
});

/** Modules after a full page load, which share only the storage. */
async function loadedAgain() {
	vi.resetModules();
	const page = { ...(await import('./keep')), ...(await import('../database/open')) };
	return page;
}

it('a result survives leaving the page in the same task, and counts once', async () => {
	emptyStorage();
	const database = globalThis.indexedDB;
	const window = new EventTarget();
	vi.stubGlobal('window', window);
	const left = await loadedAgain();
	vi.stubGlobal('indexedDB', { open: () => Object.assign(new EventTarget(), { result: null }) });
	void left.keepResult({ puzzle, result: 'missed', occasion: 'single', now: 5 });
	void left.keepSolvedDay({ day: 7, game: 'shogi' });
	window.dispatchEvent(new Event('pagehide'));
	const noted = Object.entries(localStorage);
	expect(noted).toHaveLength(1);
	vi.stubGlobal('indexedDB', database);

	const next = await loadedAgain();
	expect((await next.ratingOf('shogi')).rating).toBeLessThan(1500);
	expect(await next.solvedDays()).toEqual([{ day: 7, game: 'shogi' }]);
	expect(Object.keys(localStorage), 'nothing waits any more').toEqual([]);
	const { rating } = await next.ratingOf('shogi');
	await next.closeDatabase();

	// Left after the write and before the note was removed.
	for (const [key, value] of noted) localStorage.setItem(key, value as string);
	localStorage.setItem('komadai.puzzle-result.broken', '{');
	const last = await loadedAgain();
	expect((await last.ratingOf('shogi')).rating).toBe(rating);
	const results = await last.allResults();
	expect(results.ok && results.value).toHaveLength(1);
	expect(Object.keys(localStorage)).toEqual([]);
	await last.closeDatabase();
	vi.unstubAllGlobals();
});

it('results noted by an earlier version are kept', async () => {
	emptyStorage();
	const done = { puzzle, result: 'missed', occasion: 'single', now: 5 };
	localStorage.setItem('komadai.puzzle-result.5.shogi.abcdefgh', JSON.stringify({ done }));
	localStorage.setItem('komadai.puzzle-result.7.shogi', JSON.stringify({ solved: { day: 7, game: 'shogi' } }));
	const page = await loadedAgain();
	expect((await page.ratingOf('shogi')).rating).toBeLessThan(1500);
	expect(await page.solvedDays()).toEqual([{ day: 7, game: 'shogi' }]);
	expect(Object.keys(localStorage)).toEqual([]);
	await page.closeDatabase();
	vi.unstubAllGlobals();
});

it('games stored before there were puzzles stay', async () => {
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
