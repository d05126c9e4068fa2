import { expect, it } from 'vitest';
import type { Toss } from '../furigoma/furigoma';
import { drawnSide, newRecord, rematchOf } from './new';

const choice = {
	game: 'minishogi',
	start: '',
	rules: { repetition: 'draw-4' },
	opponent: { kind: 'computer', level: '3', you: 'first' },
	clock: { kind: 'sudden', main_ms: 60_000 },
} as const;

it('starts without moves and with full clocks', () => {
	const record = newRecord(choice, 5, 'x');
	expect(record).toMatchObject({ id: 'x', moves: [], outcome: null, createdAt: 5 });
	expect(record.clocks).toBeUndefined();
});

it('exchanges sides in a rematch with the computer, except in handicap games', () => {
	const again = rematchOf(newRecord(choice, 5), 6);
	expect(again.opponent).toEqual({ kind: 'computer', level: '3', you: 'second' });
	expect(again.rules).toEqual(choice.rules);
	const odds = rematchOf(newRecord({ ...choice, start: 'handicap:rook' }, 5), 6);
	expect(odds.opponent).toEqual(choice.opponent);
});

it('a rematch keeps the choice of help', () => {
	expect(rematchOf(newRecord({ ...choice, help: true }, 5), 6).help).toBe(true);
	expect(rematchOf(newRecord(choice, 5), 6)).not.toHaveProperty('help');
});

it('keeps a chosen side and draws a random one', () => {
	const fell: Toss = { tosser: 'second', faces: ['pawn', 'tokin', 'tokin', 'tokin', 'pawn'] };
	const draw = () => fell;
	expect(drawnSide('second', 'shogi', false, draw)).toEqual({ side: 'second' });
	expect(drawnSide('random', 'shogi', false, draw)).toEqual({ side: 'second', furigoma: fell });
	expect(drawnSide('random', 'shogi', true, draw)).toEqual({ side: 'second' });
	expect(drawnSide('random', 'shogun', false, draw)).toEqual({ side: 'second' });
});

it('a rematch swaps the sides without furigoma', () => {
	const furigoma: Toss = { tosser: 'first', faces: ['pawn', 'pawn', 'pawn', 'tokin', 'tokin'] };
	expect(rematchOf(newRecord({ ...choice, furigoma }, 5), 6)).not.toHaveProperty('furigoma');
});
