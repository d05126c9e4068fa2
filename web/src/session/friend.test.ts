import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import { m } from '../paraglide/messages';
import { PROTOCOL_VERSION, type Seat, type ServerMessage, type Snapshot } from '../protocol';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { FriendSession } from './friend.svelte';

class FakeSocket {
	static last: FakeSocket;
	sent: string[] = [];
	onopen: (() => void) | null = null;
	onmessage: ((event: { data: unknown }) => void) | null = null;
	onclose: (() => void) | null = null;
	constructor(readonly url: string) {
		FakeSocket.last = this;
	}
	send(text: string): void {
		this.sent.push(text);
	}
	close(): void {}
	say(message: ServerMessage): void {
		this.onmessage?.({ data: JSON.stringify(message) });
	}
}

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});
beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal('WebSocket', FakeSocket);
	vi.stubGlobal('navigator', { onLine: true });
	vi.stubGlobal('location', { protocol: 'http:', host: 'localhost', pathname: '/g/a' });
});
let session: FriendSession | undefined;
afterEach(() => {
	session?.stop();
	session = undefined;
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

const SNAPSHOT: Snapshot = {
	id: 'a',
	seq: 3,
	settings: {
		game: 'minishogi',
		start: 'rbsgk/4p/5/P4/KGSBR b - 1',
		handicap: null,
		rules: {},
		clock: { kind: 'none' },
	},
	status: 'playing',
	players: { first: { name: 'Ann', guest: false }, second: { name: 'Ben', guest: false } },
	furigoma: null,
	position: '',
	moves: [],
	side: 'first',
	clock: null,
	offers: [],
	outcome: null,
	rematch: null,
	created_at_ms: 0,
};

/** A session that the server has welcomed. */
function welcomed(seat: Seat, snapshot = SNAPSHOT): FriendSession {
	session = new FriendSession(rules, snapshot, seat);
	session.begin();
	FakeSocket.last.onopen?.();
	FakeSocket.last.say({
		type: 'welcome',
		protocol: PROTOCOL_VERSION,
		server_time_ms: 0,
		game: 'a',
		seat,
		snapshot,
		events: [],
		premove: null,
	});
	return session;
}

describe('a player who is away', () => {
	const leaves = () =>
		FakeSocket.last.say({
			type: 'presence',
			game: 'a',
			players: { first: true, second: false },
			watchers: 1,
		});

	it('is the opponent to the one who plays', () => {
		const playing = welcomed('first');
		leaves();
		expect(playing.players.second.note).toBe(m.friend_away());
	});

	it('is nobody’s opponent to a watcher', () => {
		withLocale('en', () => {
			const watching = welcomed('watcher');
			leaves();
			expect(watching.players.second.note).toBe('Away');
			expect(watching.players.first.note).toBe('');
		});
	});
});

describe('while the toss is shown', () => {
	it('no clock runs, as the server starts the first one later', () => {
		const full = { main_ms: 60_000, period_ms: 0, periods_left: 0, in_byoyomi: false };
		const snapshot: Snapshot = {
			...SNAPSHOT,
			settings: { ...SNAPSHOT.settings, clock: { kind: 'sudden', main_ms: 60_000 } },
			furigoma: { tosser: 'first', faces: ['pawn', 'pawn', 'pawn', 'tokin', 'tokin'] },
			clock: { at_ms: Date.now() + 5_000, running: 'first', left: { first: full, second: full } },
		};
		session = new FriendSession(rules, snapshot, 'first');
		session.begin();
		vi.advanceTimersByTime(4_000);
		expect(session.running).toBeNull();
		expect(session.clocks?.first.main_ms).toBe(60_000);
		vi.advanceTimersByTime(3_000);
		expect(session.running).toBe('first');
		expect(session.clocks?.first.main_ms).toBe(58_000);
	});
});
