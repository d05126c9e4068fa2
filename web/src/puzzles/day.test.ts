import { afterEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, dailyOrder, dateText, dayOf, puzzleOfDay, SLOTS, streakOf } from './day';
import { BUCKETS, bucketOf, readDay } from './dayLines';
import { readLines, solverOf, writeLine } from './puzzle';

const puzzles = Array.from({ length: 500 }, (_, i) => ({
	id: `p${String(i).padStart(7, '0')}`,
	kind: 'mate' as const,
	plies: [1, 3, 5, 7, 9, 11][i % 6] ?? 1,
}));

describe('the puzzle of the day', () => {
	afterEach(() => vi.unstubAllEnvs());
	it('is the same in any storage order, until midnight', () => {
		const day = dayOf(new Date(2026, 10, 23, 12).getTime());
		expect(dateText(day)).toBe('2026-11-23');
		expect(dayOf(new Date(2026, 10, 23, 23, 59, 59).getTime())).toBe(day);
		expect(dayOf(new Date(2026, 10, 24).getTime())).toBe(day + 1);
		expect(puzzleOfDay(puzzles.toReversed(), day)).toEqual(puzzleOfDay(puzzles, day));
	});
	it('changes at the player’s local midnight, not at that of UTC', () => {
		const evening = Date.UTC(2026, 10, 23, 16);
		const dates = ['America/New_York', 'Europe/Berlin', 'Asia/Tokyo'].map((zone) => {
			vi.stubEnv('TZ', zone);
			return dateText(dayOf(evening));
		});
		expect(dates).toEqual(['2026-11-23', '2026-11-23', '2026-11-24']);
	});
	it('differs from day to day and has a medium length', () => {
		const week = Array.from({ length: 240 }, (_, i) => puzzleOfDay(puzzles, 54 * SLOTS + i));
		expect(new Set(week.map((one) => one?.id)).size).toBe(240);
		expect([...new Set(week.map((one) => one?.plies))].sort()).toEqual([3, 5, 7]);
	});
	it('repeats after a few puzzles, and is undefined without puzzles', () => {
		const few = puzzles.slice(0, 6);
		expect(dailyOrder(few)).toHaveLength(3);
		expect(puzzleOfDay(few, 5)).toEqual(puzzleOfDay(few, 8));
		expect(puzzleOfDay(few.slice(0, 1), 5)?.plies).toBe(1);
		expect(puzzleOfDay([], 5)).toBeUndefined();
	});
	it('is read from the file of its day', () => {
		const line = (game: string, slot: number, id: string) => [game, slot, id, 1, 3, '9/9 b - 1'].join('\t');
		const text = [line('shogi', 8, 'aaaaaaaa'), line('shogi', 16, 'bbbbbbbb'), line('shogun', 16, 'cccccccc')];
		expect(readDay(text.join('\n'), 16).map(({ game, id, kind }) => [game, id, kind])).toEqual([
			['shogi', 'bbbbbbbb', 'tactic'],
			['shogun', 'cccccccc', 'tactic'],
		]);
		expect(readDay(`${line('shogi', 16, 'dddddddd')}\t1266`, 16)[0]?.rating).toBe(1266);
		expect(SLOTS % BUCKETS).toBe(0);
		expect(bucketOf(16)).toBe(bucketOf(8));
	});
});

describe('a streak', () => {
	const today = dayOf(1_000 * DAY_MS);
	it('counts consecutive days; today need not be done yet', () => {
		expect(streakOf([], today)).toBe(0);
		expect(streakOf([today], today)).toBe(1);
		expect(streakOf([today - 1, today - 2], today)).toBe(2);
		expect(streakOf([today, today, today - 1, today - 3], today)).toBe(2);
		expect(streakOf([today - 2], today)).toBe(0);
	});
});

describe('the text of a puzzle', () => {
	const puzzle = {
		id: 'abcdefgh',
		kind: 'defence' as const,
		position: '4k4/9/4G4/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1',
		plies: 1,
		moves: ['G*5b'],
		solutions: ['G*5b', '5c5b'],
		themes: [],
		rating: 900,
	};
	it('survives a round trip', () => {
		const [back] = readLines('shogi', `${writeLine(puzzle)}\n`);
		expect(back).toEqual({ ...puzzle, game: 'shogi' });
	});
	it('is refused when malformed', () => {
		expect(() => readLines('shogi', 'abc')).toThrow(/no puzzle/);
		expect(() => readLines('shogi', writeLine(puzzle).replace('\t2\t', '\t7\t'))).toThrow(/no puzzle/);
	});
	it('names the solver, in SFEN and in FEN', () => {
		expect(solverOf({ game: 'shogi', position: '9/9 b - 1' })).toBe('first');
		expect(solverOf({ game: 'torishogi', position: '7/7 w - 1' })).toBe('second');
		expect(solverOf({ game: 'shogun', position: '8/8[] w - - 0 1' })).toBe('first');
	});
});
