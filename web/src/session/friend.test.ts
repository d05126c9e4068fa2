import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import { browserPorts, Connection } from '../net/connection';
import { m } from '../paraglide/messages';
import { PROTOCOL_VERSION, type Seat, type ServerMessage, type Snapshot } from '../protocol';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { keptMove } from '../store/pendingMove';
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
	players: {
		first: { id: 'a', name: 'Ann', kind: 'person' },
		second: { id: 'b', name: 'Ben', kind: 'person' },
	},
	furigoma: null,
	position: '',
	moves: [],
	side: 'first',
	clock: null,
	offers: [],
	outcome: null,
	rematch: null,
	first_move_by_ms: null,
	unrated: null,
	created_at_ms: 0,
};

function welcome(snapshot: Snapshot, seat: Seat = 'first'): void {
	FakeSocket.last.say({
		type: 'welcome',
		protocol: PROTOCOL_VERSION,
		server_time_ms: Date.now(),
		player: null,
	});
	FakeSocket.last.say({ type: 'game', game: 'a', seat, snapshot, events: [], premove: null });
}

function sitting(snapshot: Snapshot, seat: Seat): FriendSession {
	return new FriendSession(rules, snapshot, seat, new Connection('ws://localhost/ws', browserPorts));
}

function welcomed(seat: Seat, snapshot = SNAPSHOT): FriendSession {
	session = sitting(snapshot, seat);
	session.begin();
	FakeSocket.last.onopen?.();
	welcome(snapshot, seat);
	return session;
}

describe('a player who is away', () => {
	const leaves = () =>
		FakeSocket.last.say({
			type: 'presence',
			game: 'a',
			players: { first: true, second: false },
			watchers: 1,
			claim_from_ms: null,
		});

	it('is called the opponent for the other player', () => {
		const playing = welcomed('first');
		leaves();
		expect(playing.players.second.note).toBe(m.friend_away());
	});

	it('is called a player for a watcher', () => {
		withLocale('en', () => {
			const watching = welcomed('watcher');
			leaves();
			expect(watching.players.second.note).toBe('Away');
			expect(watching.players.first.note).toBe('');
		});
	});
});

describe('while the toss is shown', () => {
	it('no clock runs', () => {
		const full = { main_ms: 60_000, period_ms: 0, periods_left: 0, in_byoyomi: false };
		const snapshot: Snapshot = {
			...SNAPSHOT,
			settings: { ...SNAPSHOT.settings, clock: { kind: 'sudden', main_ms: 60_000 } },
			furigoma: { tosser: 'first', faces: ['pawn', 'pawn', 'pawn', 'tokin', 'tokin'] },
			clock: { at_ms: Date.now() + 5_000, running: 'first', left: { first: full, second: full } },
		};
		session = sitting(snapshot, 'first');
		session.begin();
		vi.advanceTimersByTime(4_000);
		expect(session.running).toBeNull();
		expect(session.clocks?.first.main_ms).toBe(60_000);
		vi.advanceTimersByTime(3_000);
		expect(session.running).toBe('first');
		expect(session.clocks?.first.main_ms).toBe(58_000);
	});
});

describe('a first move', () => {
	const full = { main_ms: 60_000, period_ms: 0, periods_left: 0, in_byoyomi: false };
	const limited = (): Snapshot => ({
		...SNAPSHOT,
		settings: { ...SNAPSHOT.settings, clock: { kind: 'sudden', main_ms: 60_000 }, start_limit_ms: 30_000 },
		clock: { at_ms: Date.now(), running: null, left: { first: full, second: full } },
		first_move_by_ms: Date.now() + 24_000,
	});

	it('shows its time limit at the side to move, and no clock runs', () => {
		const playing = withLocale('en', () => welcomed('first', limited()));
		withLocale('en', () => {
			expect(playing.players.first.due).toBe('Move within 0:24');
			expect(playing.players.second.due).toBe('');
			vi.advanceTimersByTime(4_000);
			expect(playing.players.first.due).toBe('Move within 0:20');
		});
		expect(playing.running).toBeNull();
		expect(playing.clocks?.first.main_ms).toBe(60_000);
	});
});

describe('a move that the server has not acknowledged', () => {
	class Memory {
		kept = new Map<string, string>();
		getItem = (key: string) => this.kept.get(key) ?? null;
		setItem = (key: string, value: string) => this.kept.set(key, value);
		removeItem = (key: string) => this.kept.delete(key);
	}
	beforeEach(() => vi.stubGlobal('localStorage', new Memory()));

	const moves = () => FakeSocket.last.sent.map((one) => JSON.parse(one)).filter(({ type }) => type === 'move');

	function reloaded(snapshot = SNAPSHOT): FriendSession {
		session?.stop();
		session = sitting(snapshot, 'first');
		session.begin();
		FakeSocket.last.onopen?.();
		return session;
	}

	it('made offline survives a reload, is shown as pending, and is sent under the same id', () => {
		const offline = reloaded();
		offline.play('3e3d');
		const id = keptMove('a')?.id;
		const again = reloaded();
		expect(again.history.now.moves).toEqual(['3e3d']);
		expect(again.players.first.note).toBe(m.friend_pending());
		expect(again.movers).toEqual([]);
		welcome(SNAPSHOT);
		expect(moves()).toEqual([{ type: 'move', game: 'a', id, ply: 0, move: '3e3d' }]);
	});

	it('is forgotten once the server has it, and is not played twice', () => {
		reloaded().play('3e3d');
		const known = { ...SNAPSHOT, seq: 4, moves: ['3e3d'], side: 'second' as const };
		const again = reloaded(known);
		expect(again.history.now.moves).toEqual(['3e3d']);
		welcome(known);
		expect(moves()).toEqual([]);
		expect(keptMove('a')).toBeUndefined();
	});

	it('is dropped when the game is over', () => {
		reloaded().play('3e3d');
		const outcome = { winner: 'second' as const, reason: 'time' as const, ply: 0 };
		const again = reloaded({ ...SNAPSHOT, seq: 5, status: 'ended', outcome });
		expect(again.history.now.moves).toEqual([]);
		expect(keptMove('a')).toBeUndefined();
	});
});

describe('a move that is refused', () => {
	const refused = (seq: number) => {
		const [move] = FakeSocket.last.sent.map((one) => JSON.parse(one)).filter(({ type }) => type === 'move');
		FakeSocket.last.say({
			type: 'refused',
			game: 'a',
			id: move.id,
			code: 'out-of-time',
			rule: null,
			squares: [],
			message: '',
			seq,
		});
	};
	const subscriptions = () => FakeSocket.last.sent.filter((one) => JSON.parse(one).type === 'subscribe').length;

	it('is rolled back without a resync when no event is missing', () => {
		const playing = welcomed('first');
		playing.play('3e3d');
		expect(playing.history.now.moves).toEqual(['3e3d']);
		refused(SNAPSHOT.seq);
		expect(playing.history.now.moves).toEqual([]);
		expect(subscriptions()).toBe(1);
	});

	it('makes a page that missed an event resync', () => {
		const playing = welcomed('first');
		playing.play('3e3d');
		refused(SNAPSHOT.seq + 1);
		expect(playing.history.now.moves).toEqual([]);
		expect(subscriptions()).toBe(2);
	});
});

describe('a connection that is lost', () => {
	it('shows one banner through all attempts to reconnect', () => {
		const playing = welcomed('first');
		const cut = () => playing.banners.filter(({ connection }) => connection).length;
		expect(cut()).toBe(0);
		for (let attempt = 0; attempt < 5; attempt += 1) {
			FakeSocket.last.onclose?.();
			expect(cut()).toBe(1);
			vi.advanceTimersByTime(9_000);
			FakeSocket.last.onopen?.();
			expect(cut(), 'a socket that has not been welcomed is no connection').toBe(1);
		}
		welcome(SNAPSHOT);
		expect(cut()).toBe(0);
	});
});
