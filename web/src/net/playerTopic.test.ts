import { beforeEach, expect, it } from 'vitest';
import type { Notification, PlayerGames, PlayerNews } from '../protocol';
import type { Line, LineTopic } from './line';
import { PlayerTopic } from './playerTopic';

const games: PlayerGames = { player: 'a', position: 7, whole: true, games: [] };
const news = { player: 'a' } as PlayerNews;
const subscribe = { type: 'subscribe', topic: { player: 'a' } };

let sent: unknown[];
let calls: string[];
let later: (() => void) | undefined;
let line: Line & { player: string | null };
let topic: PlayerTopic;

beforeEach(() => {
	sent = [];
	calls = [];
	later = undefined;
	line = {
		player: 'a',
		add: (added: LineTopic) => added.subscribe(),
		remove: () => {},
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
	topic = new PlayerTopic(line, {
		games: () => calls.push('games'),
		news: () => calls.push('news'),
		notification: ({ id }) => calls.push(`notification ${id}`),
		away: () => calls.push('away'),
		nobody: () => calls.push('nobody'),
	});
});

it('resumes from the last answer, over connections and after an end', () => {
	topic.start();
	topic.receive({ type: 'player-games', ...games });
	topic.receive({ type: 'player-news', ...news });
	topic.phase();
	topic.subscribe();
	topic.end();
	topic.start();
	expect(sent).toEqual([subscribe, { ...subscribe, after: 7 }, { ...subscribe, after: 7 }]);
	expect(calls).toEqual(['games', 'news', 'away', 'away']);
});

it('starts anew as another player', () => {
	topic.start();
	topic.receive({ type: 'player-games', ...games });
	line.player = 'b';
	topic.subscribe();
	expect(sent.at(-1)).toEqual({ type: 'subscribe', topic: { player: 'b' } });
	line.player = null;
	topic.subscribe();
	expect(sent).toHaveLength(2);
	expect(calls).toEqual(['games', 'nobody']);
	expect(topic.topic).toBeNull();
});

it('a dropped topic is subscribed again, a refused one is not', () => {
	topic.start();
	const given = { type: 'unsubscribed', topic: { player: 'a' } } as const;
	topic.receive({ ...given, code: null });
	expect(later).toBeUndefined();
	topic.receive({ ...given, code: 'storage-failed' });
	later?.();
	expect(sent).toEqual([subscribe, subscribe]);
	later = undefined;
	topic.receive({ ...given, code: 'not-yourself' });
	expect(later).toBeUndefined();
	expect(calls).toEqual(['away', 'away', 'nobody']);
});

it('passes on notifications, which change no position', () => {
	topic.start();
	topic.receive({ type: 'player-games', ...games });
	const notification = { id: 8 } as Notification;
	topic.receive({ type: 'notification', player: 'a', notification });
	topic.subscribe();
	expect(calls).toEqual(['games', 'notification 8']);
	expect(sent.at(-1)).toEqual({ ...subscribe, after: 7 });
});
