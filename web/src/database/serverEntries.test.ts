import { beforeEach, expect, it } from 'vitest';
import type { GameSummary } from '../protocol';
import { entryElsewhere, forgetRemoved, isListed, rememberRemoved, removedGames, withElsewhere } from './serverEntries';

beforeEach(() => {
	const kept = new Map<string, string>();
	(globalThis as { localStorage?: unknown }).localStorage = {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
	};
});

const person = (name: string) => ({ id: name, name, kind: 'person' }) as const;
const summary = (id: string, changes: Partial<GameSummary> = {}): GameSummary => ({
	id,
	game: 'shogi',
	status: 'ended',
	seat: 'second',
	players: { first: person('Aya'), second: person('Ben') },
	seq: 14,
	ply: 12,
	your_turn: false,
	outcome: { reason: 'resignation', winner: 'second', ply: 12 },
	updated_at_ms: 1_000,
	...changes,
});

it('a finished game of another device has a line with its opponent and result', () => {
	expect(entryElsewhere(summary('a'))).toMatchObject({
		id: 'a',
		kind: 'friend',
		players: { first: 'Aya', second: '' },
		you: 'second',
		outcome: { reason: 'resignation', winner: 'second' },
		plies: 12,
		elsewhere: true,
	});
});

it('lists games with a result, not those aborted before a move', () => {
	const lost = { reason: 'time', winner: 'first', ply: 0 } as const;
	const aborted = { reason: 'aborted', winner: null, ply: 0 } as const;
	expect(isListed(summary('a'))).toBe(true);
	expect(isListed(summary('a', { ply: 0, outcome: lost }))).toBe(true);
	expect(isListed(summary('a', { ply: 0, outcome: aborted }))).toBe(false);
	expect(isListed(summary('a', { status: 'playing', outcome: null }))).toBe(false);
	expect(isListed(summary('a', { seat: 'watcher' }))).toBe(false);
});

it('lists a game of both sources once, sorted by time, and keeps a removed game out', () => {
	const kept = [3, 1].map((at) => entryElsewhere(summary(`kept${at}`, { updated_at_ms: at })));
	const server = ['kept3', 'new', 'gone'].map((id) => entryElsewhere(summary(id, { updated_at_ms: 2 })));
	rememberRemoved(['gone']);
	const shown = () => withElsewhere(kept, server, new Set(removedGames())).map(({ id }) => id);
	expect(shown()).toEqual(['kept3', 'new', 'kept1']);
	forgetRemoved(['gone']);
	expect(shown().sort()).toEqual(['gone', 'kept1', 'kept3', 'new']);
});
