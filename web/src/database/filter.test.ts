import { expect, it } from 'vitest';
import { filtered, NO_FILTER } from './filter';
import type { GameEntry } from './games';
import { visibleRange } from './visibleRange';

function entry(id: string, changes: Partial<GameEntry> = {}): GameEntry {
	return {
		id,
		game: 'shogi',
		kind: 'computer',
		name: '',
		players: { first: '', second: 'computer.1' },
		you: 'first',
		outcome: { reason: 'resignation', winner: 'first' },
		createdAt: new Date(2026, 10, 23, 23, 30).getTime(),
		updatedAt: 0,
		plies: 10,
		start: '',
		end: '',
		...changes,
	};
}

const GAMES = [
	entry('won'),
	entry('lost', { outcome: { reason: 'time', winner: 'second' } }),
	entry('drawn', { outcome: { reason: 'repetition', winner: null }, game: 'shogun' }),
	entry('open', { outcome: null }),
	entry('watched', { you: null, kind: 'friend', players: { first: 'Aya', second: 'Ben' } }),
];

const ids = (changes: Partial<typeof NO_FILTER>) =>
	filtered(GAMES, { ...NO_FILTER, ...changes }, ({ players }) => Object.values(players).join(' ')).map(({ id }) => id);

it('games are found by game, opponent, result and name', () => {
	expect(ids({})).toHaveLength(5);
	expect(ids({ game: 'shogun' })).toEqual(['drawn']);
	expect(ids({ kind: 'friend' })).toEqual(['watched']);
	expect(ids({ result: 'won' })).toEqual(['won']);
	expect(ids({ result: 'lost' })).toEqual(['lost']);
	expect(ids({ result: 'draw' })).toEqual(['drawn']);
	expect(ids({ result: 'open' })).toEqual(['open']);
	expect(ids({ text: ' aya' })).toEqual(['watched']);
});

it('days are local, both included', () => {
	expect(ids({ from: '2026-11-23', to: '2026-11-23' })).toHaveLength(5);
	expect(ids({ from: '2026-11-24' })).toEqual([]);
	expect(ids({ to: '2026-11-22' })).toEqual([]);
});

it('renders the rows near the window only', () => {
	expect(visibleRange(0, 800, 100, 10_000)).toEqual([0, 13]);
	expect(visibleRange(500_000, 800, 100, 10_000)).toEqual([4995, 5013]);
	expect(visibleRange(999_200, 800, 100, 10_000)).toEqual([9987, 10_000]);
	expect(visibleRange(-300, 800, 100, 3)).toEqual([0, 3]);
	expect(visibleRange(0, 800, 0, 3)).toEqual([0, 3]);
});
