import { beforeEach, expect, it } from 'vitest';
import { levelsOf } from '../levels/levels';
import {
	type GameRecord,
	hasHelp,
	listRecords,
	loadRecord,
	newRecordId,
	parseRecord,
	saveRecord,
	tidyRecords,
} from './records';

class Memory {
	getItem(key: string) {
		return (this as unknown as Record<string, string>)[key] ?? null;
	}
	setItem(key: string, value: string) {
		(this as unknown as Record<string, string>)[key] = value;
	}
	removeItem(key: string) {
		delete (this as unknown as Record<string, string>)[key];
	}
}

const FULL = { main_ms: 0, period_ms: 0, periods_left: 0, in_byoyomi: false };

function record(id: string, changes: Partial<GameRecord> = {}): GameRecord {
	return {
		version: 1,
		id,
		game: 'shogi',
		start: '',
		rules: {},
		opponent: { kind: 'device' },
		clock: { kind: 'none' },
		moves: ['7g7f'],
		clocksBefore: [{ first: FULL, second: FULL }],
		clocks: { first: FULL, second: FULL },
		outcome: null,
		createdAt: 1,
		updatedAt: 1,
		...changes,
	};
}

beforeEach(() => {
	(globalThis as { localStorage?: unknown }).localStorage = new Memory();
});

it('comes back as it was saved', () => {
	const one = record('a');
	saveRecord(one);
	expect(loadRecord('a')).toEqual(one);
});

it('help is given without a clock and not with one, unless it was chosen', () => {
	const clock = { kind: 'sudden', main_ms: 60_000 } as const;
	expect(hasHelp(record('a'))).toBe(true);
	expect(hasHelp(record('a', { clock }))).toBe(false);
	expect(hasHelp(record('a', { clock, help: true }))).toBe(true);
	expect(hasHelp(record('a', { help: false }))).toBe(false);
	// What is no answer is none.
	const read = parseRecord({ ...record('a', { clock }), help: 'yes' });
	expect(read).not.toHaveProperty('help');
	expect(read && hasHelp(read)).toBe(false);
});

it('ignores what is not a record', () => {
	for (const bad of [
		null,
		1,
		{},
		{ ...record('a'), game: 'chess' },
		{ ...record('a'), moves: [1] },
		{ ...record('a'), version: 2 },
	])
		expect(parseRecord(bad)).toBeUndefined();
	localStorage.setItem('komadai.game.broken', '{');
	expect(listRecords()).toEqual([]);
});

it('no longer takes a clock that is null for one', () => {
	const { clocks } = record('a');
	for (const side of ['first', 'second'])
		expect(parseRecord({ ...record('a'), clocks: { ...clocks, [side]: null } })).toBeUndefined();
});

it('goes on with games against the three levels of earlier pages', () => {
	const levelOf = (level: string) => {
		const opponent = { kind: 'computer', level, you: 'second' };
		localStorage.setItem('komadai.game.old', JSON.stringify({ ...record('old'), opponent }));
		return loadRecord('old')?.opponent;
	};
	const middle = String(Math.floor(((levelsOf('shogi').length - 1) * 2) / 3));
	expect(levelOf('easy')).toEqual({ kind: 'computer', level: '1', you: 'second' });
	expect(levelOf('middle')).toEqual({ kind: 'computer', level: middle, you: 'second' });
	expect(levelOf('full')).toEqual({ kind: 'computer', level: 'full', you: 'second' });
});

it('lists the latest first', () => {
	saveRecord(record('old', { updatedAt: 1 }));
	saveRecord(record('new', { updatedAt: 2 }));
	expect(listRecords().map((one) => one.id)).toEqual(['new', 'old']);
});

it('forgets finished games only', () => {
	const outcome = { winner: null, reason: 'agreement', ply: 1 } as const;
	for (let i = 0; i < 5; i++) saveRecord(record(`done${i}`, { outcome, updatedAt: i }));
	saveRecord(record('open', { updatedAt: 0 }));
	tidyRecords(5, 2);
	expect(listRecords().map((one) => one.id)).toEqual(['done4', 'done3', 'open']);
});

it('forgets games that nobody began, a day later', () => {
	saveRecord(record('unbegun', { moves: [], updatedAt: 1_000 }));
	tidyRecords(1_000 + 60_000);
	expect(listRecords()).toHaveLength(1);
	tidyRecords(1_001 + 24 * 60 * 60_000);
	expect(listRecords()).toHaveLength(0);
});

it('makes ids that fit into an address', () => {
	for (let i = 0; i < 50; i++) expect(newRecordId()).toMatch(/^[\w-]{12}$/);
});
