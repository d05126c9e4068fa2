import { expect, it } from 'vitest';
import type { GameSummary, Notification } from '../protocol';
import { notificationText } from './notificationText';

function text(kind: Notification['kind'], changes: Partial<GameSummary> = {}): string {
	const game: GameSummary = {
		id: 'a',
		game: 'shogi',
		status: 'ended',
		seat: 'second',
		players: {
			first: { id: 'x', name: 'Aki', kind: 'person' },
			second: { id: 'y', name: 'Bo', kind: 'person' },
		},
		seq: 33,
		ply: 30,
		your_turn: false,
		outcome: { winner: 'second', reason: 'resignation', ply: 30 },
		updated_at_ms: 0,
		...changes,
	};
	return notificationText({ id: 1, kind, at_ms: 0, game });
}

it('names the joined player, the result from the player’s view and a rematch offer', () => {
	expect(text('joined')).toBe('Aki has joined your game of Shogi');
	expect(text('ended')).toBe('Shogi with Aki: You win · Resignation');
	expect(text('ended', { outcome: { winner: 'first', reason: 'time', ply: 3 } })).toContain('You lose · ');
	expect(text('ended', { outcome: { winner: null, reason: 'aborted', ply: 0 } })).toMatch(/^Shogi with Aki: \S+/);
	expect(text('rematch')).toContain('Aki');
});
