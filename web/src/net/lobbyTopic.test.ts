import { expect, it } from 'vitest';
import type { Lobby } from '../protocol';
import type { Line, LineTopic } from './line';
import { LobbyTopic } from './lobbyTopic';

it('subscribes on each connection, and again after the server dropped it', () => {
	const sent: unknown[] = [];
	const calls: string[] = [];
	let later: (() => void) | undefined;
	const line: Line = {
		player: null,
		add: (added: LineTopic) => added.subscribe(),
		remove: () => calls.push('removed'),
		send: (message) => sent.push(message),
		after: (_ms, run) => {
			later = run;
			return () => {
				later = undefined;
			};
		},
		hurry: () => {},
		serverNow: () => 0,
	};
	const topic = new LobbyTopic(line, {
		lobby: ({ total }) => calls.push(`list of ${total}`),
		away: () => calls.push('away'),
	});
	const list: Lobby = { challenges: [], total: 0 };
	const subscribe = { type: 'subscribe', topic: 'lobby' };
	topic.start();
	topic.start();
	topic.receive({ type: 'lobby', ...list });
	topic.phase();
	topic.subscribe();
	topic.receive({ type: 'unsubscribed', topic: 'lobby', code: 'storage-failed' });
	expect(sent).toEqual([subscribe, subscribe]);
	later?.();
	expect(sent).toHaveLength(3);
	topic.receive({ type: 'unsubscribed', topic: 'lobby', code: 'missing-scope' });
	topic.end();
	topic.end();
	expect(calls).toEqual(['list of 0', 'away', 'away', 'away', 'removed']);
	expect(later).toBeUndefined();
});
