import { expect, it } from 'vitest';
import { m } from '../paraglide/messages';
import type { GameSummary } from '../protocol';
import { onlineLine } from './onlineLines';

const ann = { id: 'a', name: 'Ann', kind: 'person' } as const;
const ben = { id: 'b', name: 'Ben', kind: 'person' } as const;

const game = (changes: Partial<GameSummary> = {}): GameSummary => ({
	id: 'g',
	game: 'minishogi',
	status: 'playing',
	seat: 'second',
	players: { first: ann, second: ben },
	seq: 5,
	ply: 3,
	your_turn: true,
	outcome: null,
	updated_at_ms: 5,
	...changes,
});

it('a running game is named after the opponent and says whose turn it is', () => {
	const line = onlineLine(game());
	expect(line).toMatchObject({ href: '/g/g', opponent: 'Ann', note: m.home_your_turn(), mine: true, at: 5 });
	expect(onlineLine(game({ seat: 'first', your_turn: false }))).toMatchObject({
		opponent: 'Ben',
		note: m.home_their_turn(),
		mine: false,
	});
});

it('in a game that nobody has joined neither side is to move', () => {
	const waiting = game({ status: 'waiting', players: { first: null, second: ben }, ply: 0 });
	const line = { opponent: m.friend_waiting_title(), note: '', mine: false };
	expect(onlineLine(waiting)).toMatchObject(line);
});
