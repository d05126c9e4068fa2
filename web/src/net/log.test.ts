import { expect, it } from 'vitest';
import type { GameEvent as Event, Snapshot } from '../protocol';
import { applyEvent } from './log';

const waiting: Snapshot = {
	id: 'g',
	seq: 2,
	settings: { game: 'minishogi', start: 'startpos', handicap: null, rules: {}, clock: { kind: 'none' } },
	status: 'waiting',
	furigoma: null,
	players: { first: { name: 'A', guest: false }, second: null },
	position: '',
	moves: [],
	side: 'first',
	clock: null,
	offers: [],
	outcome: null,
	rematch: null,
	created_at_ms: 0,
};

function event(seq: number, body: object): Event {
	return { game: 'g', seq, at_ms: 0, ...body } as Event;
}

function run(snapshot: Snapshot, ...events: Event[]): Snapshot {
	return events.reduce((now, one) => {
		const result = applyEvent(now, one);
		if (result.kind !== 'applied') throw new Error(`${result.kind} at ${one.seq}`);
		return result.snapshot;
	}, snapshot);
}

const joined = event(3, { kind: 'joined', side: 'second', player: { name: 'B', guest: false } });
const started = event(4, { kind: 'started', clock: null });
const move = event(5, {
	kind: 'move',
	ply: 0,
	side: 'first',
	move: '5d5c',
	id: 'x',
	spent_ms: 1,
	clock: null,
});
const reply = event(6, {
	kind: 'move',
	ply: 1,
	side: 'second',
	move: '1b1c',
	id: 'y',
	spent_ms: 1,
	clock: null,
});

it('builds the game from its events', () => {
	const now = run(waiting, joined, started, move, reply);
	expect(now).toMatchObject({ seq: 6, status: 'playing', moves: ['5d5c', '1b1c'], side: 'first' });
});

it('applies what arrives twice once', () => {
	const now = run(waiting, joined, started, move);
	expect(applyEvent(now, move).kind).toBe('known');
	expect(applyEvent(now, joined).kind).toBe('known');
});

it('notices what is missing', () => {
	expect(applyEvent(waiting, started).kind).toBe('gap');
	const now = run(waiting, joined, started);
	expect(applyEvent(now, { ...reply, seq: 5 }).kind).toBe('gap');
});

it('takes back and gives the turn to the right side', () => {
	const now = run(waiting, joined, started, move, reply);
	expect(run(now, event(7, { kind: 'taken-back', ply: 1, clock: null }))).toMatchObject({
		moves: ['5d5c'],
		side: 'second',
	});
	expect(run(now, event(7, { kind: 'taken-back', ply: 0, clock: null }))).toMatchObject({
		moves: [],
		side: 'first',
	});
});

it('keeps offers until they are answered', () => {
	const offered = run(waiting, joined, started, event(5, { kind: 'offered', offer: 'draw', by: 'first' }));
	expect(offered.offers).toEqual([{ offer: 'draw', by: 'first' }]);
	expect(run(offered, event(6, { kind: 'declined', offer: 'draw', by: 'second' })).offers).toEqual([]);
});

it('ends, and leads to the next game', () => {
	const outcome = { winner: 'first', reason: 'resignation', ply: 0 };
	const over = run(waiting, joined, started, event(5, { kind: 'ended', outcome, clock: null }));
	expect(over).toMatchObject({ status: 'ended', outcome });
	expect(run(over, event(6, { kind: 'rematch', next: 'h' })).rematch).toBe('h');
});
