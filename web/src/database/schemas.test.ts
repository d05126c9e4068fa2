import { describe, expect, it } from 'vitest';
import { playerName } from '../games/names';
import { levelsOf } from '../levels/levels';
import type { GameRecord } from './gameRecord';
import { readAnalysis, readBoard, readGamePage, readRecord, readRecorded } from './schemas';

const FULL = { main_ms: 0, period_ms: 0, periods_left: 0, in_byoyomi: false };
const record: GameRecord = {
	version: 1,
	id: 'a',
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
};

describe('a game of this browser', () => {
	it('is read as it was stored, with help and toss where they are', () => {
		expect(readRecord(record)).toEqual(record);
		const faces = ['pawn', 'pawn', 'pawn', 'tokin', 'tokin'];
		const more = { ...record, help: true, started: false, furigoma: { tosser: 'first', faces } };
		expect(readRecord(JSON.parse(JSON.stringify(more)))).toEqual(more);
	});

	const damage: Record<string, unknown> = {
		'not an object': 1,
		nothing: null,
		'empty outcome': { ...record, outcome: {} },
		'no rules': { ...record, rules: null },
		'unknown clock': { ...record, clock: { kind: 'weird' } },
		'a clock without its time': { ...record, clock: { kind: 'sudden' } },
		'moves that are none': { ...record, moves: [1] },
		'clocks that are null': { ...record, clocks: { first: FULL, second: null } },
		'clocks before moves that are none': { ...record, clocksBefore: [3] },
		'another game': { ...record, game: 'chess' },
		'a later version': { ...record, version: 2 },
		'a computer without a side': { ...record, opponent: { kind: 'computer', level: '3' } },
		'a toss of two pawns': { ...record, furigoma: { tosser: 'first', faces: ['pawn', 'tokin'] } },
		'an unknown reason': { ...record, outcome: { winner: null, reason: 'boredom', ply: 1 } },
	};
	for (const [what, value] of Object.entries(damage))
		it(`that is damaged is recognised: ${what}`, () => expect(readRecord(value)).toBeUndefined());

	it('against the three levels of earlier pages goes on', () => {
		const levelOf = (level: string) =>
			readRecord({ ...record, opponent: { kind: 'computer', level, you: 'second' } })?.opponent;
		const middle = String(Math.floor(((levelsOf('shogi').length - 1) * 2) / 3));
		expect(levelOf('easy')).toEqual({ kind: 'computer', level: '1', you: 'second' });
		expect(levelOf('middle')).toEqual({ kind: 'computer', level: middle, you: 'second' });
		expect(levelOf('full')).toEqual({ kind: 'computer', level: 'full', you: 'second' });
	});

	it('of an earlier page with another name for byo-yomi keeps its clocks', () => {
		const { in_byoyomi: _, ...rest } = FULL;
		const old = { ...rest, in_byo: true };
		const read = readRecord({ ...record, clocks: { first: old, second: FULL } });
		expect(read?.clocks?.first).toEqual({ ...FULL, in_byoyomi: true });
	});
});

describe('a game by link', () => {
	const page = (players: unknown) => ({
		seat: 'first',
		snapshot: {
			id: 'g',
			status: 'playing',
			settings: { game: 'shogi', start: '' },
			players,
			moves: [],
			offers: [],
		},
	});

	it('that was kept before players had ids names them', () => {
		const players = { first: { name: 'x8Qm', guest: true }, second: { name: 'Aki', guest: false } };
		const { first, second } = readGamePage(page(players))?.snapshot.players ?? {};
		expect(first?.kind).toBe('guest');
		expect(first && playerName(first)).toContain('x8Qm');
		expect(second && playerName(second)).toBe('Aki');
	});

	it('that is damaged is recognised', () => {
		expect(readGamePage(page(undefined))).toBeUndefined();
		expect(readGamePage(page({ first: null }))).toBeUndefined();
		expect(readGamePage({ seat: 'first' })).toBeUndefined();
		expect(readGamePage(page({ first: null, second: null }))).toBeDefined();
	});
});

it('boards and records that are damaged are recognised', () => {
	const recorded = { game: 'shogi', start: 's', headers: [], rules: null, nodes: [{ parent: -1 }] };
	expect(readRecorded(recorded)).toEqual(recorded);
	expect(readRecorded({ ...recorded, nodes: [] })).toBeUndefined();
	expect(readRecorded({ ...recorded, headers: [1] })).toBeUndefined();
	expect(readAnalysis({ record: recorded, at: 'x', bottom: 3 }, 'shogi')).toMatchObject({
		at: 0,
		bottom: 'first',
	});
	expect(readAnalysis({ record: { ...recorded, nodes: 4 } }, 'shogi')).toBeNull();
	const kept = { id: 'a', revision: 1, write: 'w', at: 1, board: { kind: 'local', record } };
	expect(readBoard(kept)?.board).toEqual(kept.board);
	expect(readBoard({ ...kept, board: { kind: 'local', record: {} } })).toBeUndefined();
	expect(readBoard({ ...kept, board: null })).toBeUndefined();
	expect(readBoard(undefined)).toBeUndefined();
});
