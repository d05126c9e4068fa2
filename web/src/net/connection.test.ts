import { beforeEach, describe, expect, it } from 'vitest';
import { PROTOCOL_VERSION, type ServerMessage } from '../protocol';
import { type Command, Connection, type Phase, type Ports, pauseBefore, type SocketLike } from './connection';

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

const welcome = {
	type: 'welcome',
	protocol: PROTOCOL_VERSION,
	server_time_ms: 5_000,
	game: 'g',
	seat: 'first',
	snapshot: {},
	events: [],
};
const move: Command = { type: 'move', game: 'g', id: 'm1', ply: 0, move: '7g7f' };

beforeEach(() => {
	sockets = [];
	timers = [];
	now = 1_000;
	phases = [];
	messages = [];
	seq = undefined;
	connection = new Connection(
		'ws://x/ws?game=g',
		'g',
		{
			message: (message) => messages.push(message),
			phase: (phase) => phases.push(phase),
			lastSeq: () => seq,
		},
		ports,
	);
	connection.start();
});

describe('hello', () => {
	it('comes first and names the last event', () => {
		socket().onopen?.();
		expect(socket().sent).toEqual([{ type: 'hello', protocol: PROTOCOL_VERSION, game: 'g' }]);
		socket().onclose?.();
		seq = 7;
		pass(400);
		socket().onopen?.();
		expect(socket().sent[0]).toMatchObject({ type: 'hello', last_seq: 7 });
	});
	it('is answered before anything else is said', () => {
		connection.command(move);
		socket().onopen?.();
		expect(socket().sent).toHaveLength(1);
		socket().say(welcome);
		expect(socket().sent[1]).toEqual(move);
	});
});

describe('commands', () => {
	beforeEach(() => {
		socket().onopen?.();
		socket().say(welcome);
		connection.command(move);
	});
	it('are repeated under the same id after a break, until accepted', () => {
		socket().onclose?.();
		pass(400);
		socket().onopen?.();
		socket().say(welcome);
		expect(socket().sent.filter((one) => (one as Command).type === 'move')).toEqual([move]);
		socket().say({ type: 'accepted', game: 'g', id: 'm1', seq: 3 });
		expect(connection.isOpen('m1')).toBe(false);
		socket().onclose?.();
		pass(800);
		socket().onopen?.();
		socket().say(welcome);
		expect(socket().sent.filter((one) => (one as Command).type === 'move')).toEqual([]);
	});
	it('that are refused are not repeated', () => {
		socket().say({ type: 'refused', game: 'g', id: 'm1', code: 'illegal-move', squares: [], rule: null });
		expect(connection.isOpen('m1')).toBe(false);
		expect(messages.at(-1)?.type).toBe('refused');
	});
	it('dropped while the welcome is read are not repeated', () => {
		socket().onclose?.();
		pass(400);
		connection.drop('m1');
		socket().onopen?.();
		socket().say(welcome);
		expect(socket().sent.map((one) => (one as Command).type)).toEqual(['hello']);
	});
});

describe('a lost connection', () => {
	it('comes back with growing pauses, quickly again after a success', () => {
		const pauses: number[] = [];
		for (let i = 0; i < 7; i++) {
			socket().onclose?.();
			pauses.push((timers[0]?.at ?? 0) - now);
			pass(pauses.at(-1) ?? 0);
		}
		expect(pauses).toEqual([400, 800, 1600, 3200, 6400, 8000, 8000]);
		socket().onopen?.();
		socket().say(welcome);
		pass(5_000);
		socket().onclose?.();
		expect((timers[0]?.at ?? 0) - now).toBe(400);
	});
	it('right after each welcome is no longer asked for again every 400 ms', () => {
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
	it('that never opens is no longer waited for for ever', () => {
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
	it('ignores what an old socket still says', () => {
		const old = socket();
		old.onclose?.();
		pass(400);
		old.say(welcome);
		expect(messages).toEqual([]);
	});
	it('stays ended when ended', () => {
		connection.end();
		socket().onclose?.();
		pass(60_000);
		expect(sockets).toHaveLength(1);
	});
});

describe('server time', () => {
	function pong(trip: number, server_time_ms: number) {
		pass((timers[0]?.at ?? 0) - now);
		const ping = socket().sent.at(-1) as { id: number };
		now += trip;
		socket().say({ type: 'pong', id: ping.id, server_time_ms });
	}

	it('is learnt from the quickest answer', () => {
		socket().onopen?.();
		now += 60;
		socket().say(welcome);
		expect(connection.serverNow()).toBe(5_000 + 30);
		pong(40, 20_000);
		expect(connection.serverNow()).toBe(20_000 + 20);
		pong(50, 99_000);
		expect(connection.serverNow()).toBe(20_000 + 20 + 2_500 + 10);
	});
	it('is no longer behind by the way of the welcome, with quicker answers not believed', () => {
		socket().onopen?.();
		now += 800;
		socket().say(welcome);
		expect(connection.serverNow()).toBe(5_400);
		pong(20, 9_000);
		expect(connection.serverNow()).toBe(9_010);
	});
	it('is learnt anew on every connection', () => {
		socket().onopen?.();
		socket().say(welcome);
		socket().onclose?.();
		pass(400);
		socket().onopen?.();
		now += 100;
		socket().say({ ...welcome, server_time_ms: 50_000 });
		expect(connection.serverNow()).toBe(50_050);
	});
});

it.each(['protocol-too-old', 'protocol-too-new', 'no-such-game'])('does not insist after %s', (code) => {
	socket().onopen?.();
	socket().say({ type: 'error', code, message: '' });
	pass(60_000);
	expect(sockets).toHaveLength(1);
	expect(phases.at(-1)).toBe('closed');
});

it('spreads crowds', () => {
	expect(pauseBefore(3, 0)).toBe(3200);
	expect(pauseBefore(3, 1)).toBe(2133);
	expect(pauseBefore(50, 0)).toBe(8000);
});
