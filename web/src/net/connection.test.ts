import { beforeEach, describe, expect, it } from 'vitest';
import { PROTOCOL_VERSION, type ServerMessage } from '../protocol';
import { Connection, type Ports, pauseBefore, type SocketLike } from './connection';
import type { Command, GameTopic, Phase } from './gameTopic';

class FakeSocket implements SocketLike {
	sent: unknown[] = [];
	closed = false;
	onopen: (() => void) | null = null;
	onmessage: ((event: { data: unknown }) => void) | null = null;
	onclose: (() => void) | null = null;
	send(text: string) {
		this.sent.push(JSON.parse(text));
	}
	close() {
		this.closed = true;
	}
	say(message: unknown) {
		this.onmessage?.({ data: JSON.stringify(message) });
	}
}

let sockets: FakeSocket[];
let timers: { at: number; run: () => void }[];
let now: number;
let phases: Phase[];
let messages: ServerMessage[];
let seq: number | undefined;
let connection: Connection;
let topic: GameTopic;

const ports: Ports = {
	open() {
		const socket = new FakeSocket();
		sockets.push(socket);
		return socket;
	},
	after(ms, run) {
		const timer = { at: now + ms, run };
		timers.push(timer);
		return () => {
			timers = timers.filter((one) => one !== timer);
		};
	},
	now: () => now,
	random: () => 0,
};

function pass(ms: number) {
	const end = now + ms;
	for (;;) {
		const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
		if (!next) break;
		timers = timers.filter((one) => one !== next);
		now = next.at;
		next.run();
	}
	now = end;
}

function socket(): FakeSocket {
	const last = sockets.at(-1);
	if (!last) throw new Error('no socket');
	return last;
}

const welcome = { type: 'welcome', protocol: PROTOCOL_VERSION, server_time_ms: 5_000, player: null };
const ann = { id: 'a', name: 'Ann', kind: 'person' };
const whole = { type: 'game', game: 'g', seat: 'first', snapshot: {}, events: [], premove: null };
const hello = { type: 'hello', protocol: PROTOCOL_VERSION };
const subscribe = { type: 'subscribe', topic: { game: 'g' } };

function letIn(): void {
	socket().onopen?.();
	socket().say(welcome);
	socket().say(whole);
}

const move: Command = { type: 'move', game: 'g', id: 'm1', ply: 0, move: '7g7f' };

beforeEach(() => {
	sockets = [];
	timers = [];
	now = 1_000;
	phases = [];
	messages = [];
	seq = undefined;
	connection = new Connection('ws://x/ws', ports);
	topic = connection.game('g', {
		message: (message) => messages.push(message),
		phase: (phase) => phases.push(phase),
		lastSeq: () => seq,
	});
	topic.start();
});

describe('hello', () => {
	it('comes first; each topic resumes from its last event', () => {
		socket().onopen?.();
		expect(socket().sent).toEqual([hello]);
		socket().say(welcome);
		expect(socket().sent).toEqual([hello, subscribe]);
		socket().onclose?.();
		seq = 7;
		pass(400);
		socket().onopen?.();
		socket().say(welcome);
		expect(socket().sent).toEqual([hello, { ...subscribe, after: 7 }]);
	});
	it('and subscription are answered before commands are sent', () => {
		topic.command(move);
		socket().onopen?.();
		socket().say(welcome);
		expect(socket().sent).toHaveLength(2);
		socket().say(whole);
		expect(socket().sent[2]).toEqual(move);
	});
});

describe('topics', () => {
	it('share one socket, and each receives its own game', () => {
		letIn();
		const received: ServerMessage[] = [];
		const other = connection.game('h', {
			message: (message) => received.push(message),
			phase: () => {},
			lastSeq: () => 2,
		});
		other.start();
		expect(sockets).toHaveLength(1);
		expect(socket().sent.at(-1)).toEqual({ type: 'subscribe', topic: { game: 'h' }, after: 2 });
		messages = [];
		const presence = {
			type: 'presence',
			game: 'h',
			players: { first: true, second: true },
			watchers: 0,
			claim_from_ms: null,
		};
		socket().say(presence);
		expect(received).toEqual([presence]);
		expect(messages).toEqual([]);
		other.end();
		expect(socket().sent.at(-1)).toEqual({ type: 'unsubscribe', topic: { game: 'h' } });
		expect(socket().closed).toBe(false);
	});
	it('dropped by the server are subscribed again, and unanswered commands are repeated', () => {
		letIn();
		topic.command(move);
		socket().say({ type: 'unsubscribed', topic: { game: 'g' }, code: 'storage-failed' });
		expect(phases.at(-1)).toBe('waiting');
		pass(1_000);
		expect(socket().sent.at(-1)).toEqual(subscribe);
		socket().say(whole);
		expect(phases.at(-1)).toBe('open');
		expect(socket().sent.at(-1)).toEqual(move);
		expect(sockets).toHaveLength(1);
	});
	it('that do not exist are not subscribed again', () => {
		letIn();
		socket().say({ type: 'unsubscribed', topic: { game: 'g' }, code: 'no-such-game' });
		pass(60_000);
		expect(phases.at(-1)).toBe('closed');
		const said = sockets.flatMap(({ sent }) => sent as { type: string }[]);
		expect(said.filter(({ type }) => type === 'subscribe')).toHaveLength(1);
	});
	it('leave the connection open for a while when the last one ends', () => {
		letIn();
		topic.end();
		pass(4_000);
		expect(socket().closed).toBe(false);
		pass(1_000);
		expect(socket().closed).toBe(true);
		pass(60_000);
		expect(sockets).toHaveLength(1);
	});
	it('are subscribed again on a connection of the new player', () => {
		letIn();
		const first = socket();
		connection.identified('a');
		expect(first.closed).toBe(true);
		expect(sockets).toHaveLength(2);
		socket().onopen?.();
		socket().say({ ...welcome, player: ann });
		expect(socket().sent.at(-1)).toEqual(subscribe);
		connection.identified('a');
		expect(sockets).toHaveLength(2);
	});
	it('are subscribed as the current player if the connection has another', () => {
		socket().onopen?.();
		socket().say({ ...welcome, player: ann });
		connection.identified('b');
		expect(sockets.map(({ closed }) => closed)).toEqual([true, false]);
	});
	it('move to the player who signed in during the handshake', () => {
		const first = socket();
		connection.identified('a');
		expect(first.closed).toBe(true);
		expect(sockets).toHaveLength(2);
		// Late messages of the old socket are ignored.
		first.say(welcome);
		expect(socket().sent).toEqual([]);
		socket().onopen?.();
		socket().say({ ...welcome, player: ann });
		expect(socket().sent).toEqual([hello, subscribe]);
	});
	it('that wait for the next attempt are not hurried by a sign-in', () => {
		socket().onclose?.();
		connection.identified('a');
		expect(sockets).toHaveLength(1);
		pass(400);
		expect(sockets).toHaveLength(2);
	});
});

describe('commands', () => {
	beforeEach(() => {
		letIn();
		topic.command(move);
	});
	it('are repeated under the same id after a break, until accepted', () => {
		socket().onclose?.();
		pass(400);
		letIn();
		expect(socket().sent.filter((one) => (one as Command).type === 'move')).toEqual([move]);
		socket().say({ type: 'accepted', game: 'g', id: 'm1', seq: 3 });
		expect(topic.isOpen('m1')).toBe(false);
		socket().onclose?.();
		pass(800);
		letIn();
		expect(socket().sent.filter((one) => (one as Command).type === 'move')).toEqual([]);
	});
	it('that are refused are not repeated', () => {
		socket().say({ type: 'refused', game: 'g', id: 'm1', code: 'illegal-move', squares: [], rule: null });
		expect(topic.isOpen('m1')).toBe(false);
		expect(messages.at(-1)?.type).toBe('refused');
	});
	it('dropped while the state is read are not repeated', () => {
		socket().onclose?.();
		pass(400);
		topic.drop('m1');
		letIn();
		expect(socket().sent).toEqual([hello, subscribe]);
	});
});

describe('a lost connection', () => {
	it('reconnects with exponential back-off, reset after a success', () => {
		const pauses: number[] = [];
		for (let i = 0; i < 7; i++) {
			socket().onclose?.();
			pauses.push((timers[0]?.at ?? 0) - now);
			pass(pauses.at(-1) ?? 0);
		}
		expect(pauses).toEqual([400, 800, 1600, 3200, 6400, 8000, 8000]);
		letIn();
		pass(5_000);
		socket().onclose?.();
		expect((timers[0]?.at ?? 0) - now).toBe(400);
	});
	it('right after each welcome backs off too', () => {
		const pauses: number[] = [];
		for (let i = 0; i < 4; i++) {
			socket().onopen?.();
			socket().say(welcome);
			pass(100);
			socket().onclose?.();
			pauses.push((timers[0]?.at ?? 0) - now);
			pass(pauses.at(-1) ?? 0);
		}
		expect(pauses).toEqual([400, 800, 1600, 3200]);
	});
	it('that never opens times out', () => {
		const stuck = socket();
		pass(9_999);
		expect(stuck.closed).toBe(false);
		pass(1);
		expect(stuck.closed).toBe(true);
		pass(400);
		expect(sockets).toHaveLength(2);
		stuck.onopen?.();
		expect(socket().sent).toEqual([]);
	});
	it('is noticed by silence', () => {
		socket().onopen?.();
		socket().say(welcome);
		const first = socket();
		pass(20_000);
		expect(first.closed).toBe(true);
		expect(sockets.length).toBeGreaterThan(1);
	});
	it('hurries when the network is back', () => {
		socket().onclose?.();
		expect(sockets).toHaveLength(1);
		connection.hurry();
		expect(sockets).toHaveLength(2);
	});
	it('is reopened on hurry if silent, otherwise kept', () => {
		letIn();
		pass(3_000);
		connection.hurry();
		expect(sockets).toHaveLength(1);
		pass(4_000);
		connection.hurry();
		expect(sockets[0]?.closed).toBe(true);
		expect(sockets).toHaveLength(2);
	});
	it('ignores messages of an old socket', () => {
		const old = socket();
		old.onclose?.();
		pass(400);
		old.say(welcome);
		expect(messages).toEqual([]);
	});
	it('without topics is not reopened', () => {
		topic.end();
		socket().onclose?.();
		pass(60_000);
		expect(sockets).toHaveLength(1);
	});
});

describe('server time', () => {
	function ping(server_time_ms: number, round_trip_ms: number | null) {
		socket().say({ type: 'ping', nonce: 'n', server_time_ms, round_trip_ms });
	}

	it('is estimated from the quickest message, minus half of the shortest round trip', () => {
		socket().onopen?.();
		now += 60;
		socket().say(welcome);
		expect(connection.serverNow()).toBe(5_000 + 30);
		// 10 ms quicker than the welcome; the round trip is now known to be 40 ms.
		ping(5_010, 40);
		expect(connection.serverNow()).toBe(5_010 + 20);
		// A slow message changes nothing.
		now += 4_000;
		ping(5_010 + 4_000 - 200, 45);
		expect(connection.serverNow()).toBe(9_010 + 20);
	});
	it('is corrected by messages quicker than the welcome', () => {
		socket().onopen?.();
		now += 800;
		socket().say(welcome);
		expect(connection.serverNow()).toBe(5_400);
		now += 4_000;
		ping(5_400 + 4_000 - 10, 20);
		expect(connection.serverNow()).toBe(9_400);
	});
	it('falls back with a server that stood still', () => {
		socket().onopen?.();
		socket().say(welcome);
		now += 6_000;
		// The server stalled for two of the six seconds.
		ping(5_000 + 4_000, 40);
		now += 4_000;
		ping(5_000 + 8_000, 40);
		expect(connection.serverNow()).toBe(13_000);
	});
	it('does not fall back after a single slow message', () => {
		socket().onopen?.();
		socket().say(welcome);
		const before = connection.serverNow() - now;
		now += 6_000;
		ping(5_000 + 1_000, null);
		expect(connection.serverNow() - now).toBe(before);
		now += 4_000;
		ping(5_000 + 10_000, null);
		now += 6_000;
		ping(5_000 + 11_000, null);
		expect(connection.serverNow() - now).toBe(before);
	});
	it('is estimated anew on every connection', () => {
		socket().onopen?.();
		socket().say(welcome);
		socket().onclose?.();
		pass(400);
		socket().onopen?.();
		now += 100;
		socket().say({ ...welcome, server_time_ms: 50_000 });
		expect(connection.serverNow()).toBe(50_050);
	});
	it('pings are answered', () => {
		letIn();
		ping(5_000, null);
		expect(socket().sent.at(-1)).toEqual({ type: 'pong', nonce: 'n' });
	});
});

it.each(['protocol-too-old', 'protocol-too-new'])('does not insist after %s', (code) => {
	socket().onopen?.();
	socket().say({ type: 'error', code, message: '' });
	pass(60_000);
	expect(sockets).toHaveLength(1);
	expect(phases.at(-1)).toBe('closed');
});

it('jitters the pauses', () => {
	expect(pauseBefore(3, 0)).toBe(3200);
	expect(pauseBefore(3, 1)).toBe(2133);
	expect(pauseBefore(50, 0)).toBe(8000);
});
