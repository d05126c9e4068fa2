/**
 * The one WebSocket of the page. It detects silence, reconnects with growing pauses, and subscribes again to every topic
 * from the last event that was received.
 *
 * - A game (`gameTopic.ts`): a command is sent again with the same id after a reconnect until it is acknowledged.
 *   `session/friend.svelte.ts` shows the own move at once. The server judges it: `crates/server/src/game/mod.rs`.
 * - The player's games (`playerTopic.ts`): `live/` lists them, notifies of turns and keeps finished games. It is loaded
 *   when the page is quiet, and only in a browser that the server knows (`identity.ts`).
 * - A list (`listTopic.ts`): the lobby, shown by `lobby/Lobby.svelte`.
 *
 * A session names its player: when `identity.ts` reports another player, the socket is opened again.
 */
import {
	type Challenge,
	type ClientMessage,
	type ErrorCode,
	type GameKey,
	PING_EVERY_MS,
	PROTOCOL_VERSION,
	type ServerMessage,
	SILENCE_MS,
	type Topic,
} from '../protocol';
import { GameTopic, type Handlers } from './gameTopic';
import { onIdentity } from './identity';
import { type Line, type LineTopic, sameTopic } from './line';
import { type ListHandlers, ListTopic } from './listTopic';
import { type PlayerHandlers, PlayerTopic } from './playerTopic';

export interface SocketLike {
	send(text: string): void;
	close(): void;
	onopen: (() => void) | null;
	onmessage: ((event: { data: unknown }) => void) | null;
	onclose: (() => void) | null;
}

export interface Ports {
	open(url: string): SocketLike;
	after(ms: number, run: () => void): () => void;
	now(): number;
	random(): number;
}

const MIN_PAUSE_MS = 400;
const MAX_PAUSE_MS = 8_000;
/** Timeout of the handshake. */
const OPEN_WITHIN_MS = 10_000;
/** A connection that lasted this long resets the back-off. */
const GOOD_AFTER_MS = 5_000;
/** Idle time before a connection without topics is closed: players go from one game to the next. */
const LINGER_MS = 5_000;

/** Silence after which a ping is overdue and the connection may be broken. */
const QUIET_MS = PING_EVERY_MS * 1.5;

/** Drop of the server time offset that shows a stall of the server. */
const STOOD_MS = 1_000;

/** Errors without a retry. */
const FINAL: readonly ErrorCode[] = ['protocol-too-old', 'protocol-too-new'];

/** Exponential back-off, reduced by up to a third as jitter. */
export function pauseBefore(attempt: number, random: number): number {
	const full = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** attempt);
	return Math.round(full * (1 - random / 3));
}

export class Connection implements Line {
	#url: string;
	#ports: Ports;
	#topics = new Set<LineTopic>();
	#socket: SocketLike | undefined;
	#attempt = 0;
	#welcomed = false;
	#refused = false;
	/** The player id from `welcome`; null when anonymous. */
	#player: string | null = null;
	#welcomedAt = 0;
	#lastReceived = 0;
	#helloSent = 0;
	#cancelTimer: (() => void) | undefined;
	#cancelLinger: (() => void) | undefined;
	/** Greatest difference of server and local time at receipt: that of the quickest message. */
	#ahead = Number.NEGATIVE_INFINITY;
	/** Difference of the last message, if it was slow or the server stalled. */
	#behind: number | undefined;
	/** Shortest round trip in milliseconds. */
	#trip = Number.POSITIVE_INFINITY;
	#offset = 0;

	constructor(url: string, ports: Ports) {
		this.#url = url;
		this.#ports = ports;
	}

	game(game: GameKey, handlers: Handlers): GameTopic {
		return new GameTopic(this, game, handlers);
	}

	ownGames(handlers: PlayerHandlers): PlayerTopic {
		return new PlayerTopic(this, handlers);
	}

	lobby(handlers: ListHandlers<Challenge>): ListTopic<Challenge> {
		const newest = (one: Challenge, other: Challenge) =>
			other.created_at_ms - one.created_at_ms || (one.id < other.id ? -1 : 1);
		return new ListTopic(this, 'lobby', newest, handlers);
	}

	get player(): string | null {
		return this.#welcomed ? this.#player : null;
	}

	/** Estimated server time, milliseconds since 1970. */
	serverNow(): number {
		return this.#ports.now() + this.#offset;
	}

	/** Reconnects without the rest of the pause, for a network that is back. */
	hurry(): void {
		if (this.#topics.size === 0 || this.#refused) return;
		const old = this.#socket;
		if (old && this.#ports.now() - this.#lastReceived <= QUIET_MS) return;
		this.#attempt = 0;
		this.#drop();
		old?.close();
		this.#connect();
	}

	/**
	 * Reopens a connection of another player or none after a sign-in. A connection without a welcome is reopened too:
	 * its request may have left before the cookie was set.
	 */
	identified(player: string): void {
		const old = this.#socket;
		if (!old || (this.#welcomed && this.#player === player)) return;
		this.#drop();
		old.close();
		if (this.#topics.size > 0) this.#connect();
	}

	add(topic: LineTopic): void {
		this.#cancelLinger?.();
		this.#topics.add(topic);
		if (this.#refused) topic.phase('closed');
		else if (this.#welcomed) topic.subscribe();
		else if (!this.#socket) this.hurry();
	}

	remove(topic: LineTopic): void {
		this.#topics.delete(topic);
		const ended = topic.topic;
		if (this.#welcomed && ended && this.#about(ended).length === 0) this.send({ type: 'unsubscribe', topic: ended });
		if (this.#topics.size > 0) return;
		this.#cancelLinger = this.#ports.after(LINGER_MS, () => this.#rest());
	}

	send(message: ClientMessage): void {
		this.#socket?.send(JSON.stringify(message));
	}

	after(ms: number, run: () => void): () => void {
		return this.#ports.after(ms, run);
	}

	#rest(): void {
		if (this.#topics.size > 0) return;
		const old = this.#socket;
		this.#drop();
		old?.close();
	}

	#drop(): void {
		this.#cancelTimer?.();
		this.#socket = undefined;
		this.#welcomed = false;
	}

	#phase(phase: 'connecting' | 'waiting' | 'closed'): void {
		for (const topic of this.#topics) topic.phase(phase);
	}

	#connect(): void {
		this.#cancelTimer?.();
		this.#phase('connecting');
		this.#welcomed = false;
		let socket: SocketLike;
		try {
			socket = this.#ports.open(this.#url);
		} catch {
			this.#again();
			return;
		}
		this.#socket = socket;
		this.#lastReceived = this.#ports.now();
		this.#ahead = Number.NEGATIVE_INFINITY;
		this.#behind = undefined;
		this.#trip = Number.POSITIVE_INFINITY;
		this.#cancelTimer = this.#ports.after(OPEN_WITHIN_MS, () => {
			if (socket !== this.#socket) return;
			this.#lost();
			socket.close();
		});
		socket.onopen = () => {
			if (socket !== this.#socket) return;
			this.#lastReceived = this.#ports.now();
			this.#helloSent = this.#lastReceived;
			this.send({ type: 'hello', protocol: PROTOCOL_VERSION });
			this.#watch(socket);
		};
		socket.onmessage = ({ data }) => {
			if (socket === this.#socket) this.#receive(data);
		};
		socket.onclose = () => {
			if (socket === this.#socket) this.#lost();
		};
	}

	/** Watchdog: the server pings regularly, so silence means a broken connection. */
	#watch(socket: SocketLike): void {
		this.#cancelTimer?.();
		const silent = this.#ports.now() - this.#lastReceived;
		this.#cancelTimer = this.#ports.after(Math.max(0, SILENCE_MS - silent) + 1, () => {
			if (socket !== this.#socket) return;
			if (this.#ports.now() - this.#lastReceived <= SILENCE_MS) {
				this.#watch(socket);
				return;
			}
			socket.close();
			if (socket === this.#socket) this.#lost();
		});
	}

	#lost(): void {
		// Not at the welcome: a command that always ends the connection would be repeated without back-off.
		if (this.#welcomed && this.#ports.now() - this.#welcomedAt >= GOOD_AFTER_MS) this.#attempt = 0;
		this.#drop();
		if (this.#topics.size > 0 && !this.#refused) this.#again();
	}

	#again(): void {
		const pause = pauseBefore(this.#attempt, this.#ports.random());
		this.#attempt += 1;
		this.#phase('waiting');
		this.#cancelTimer?.();
		this.#cancelTimer = this.#ports.after(pause, () => this.#connect());
	}

	#receive(data: unknown): void {
		let message: ServerMessage;
		try {
			message = JSON.parse(String(data));
		} catch {
			return;
		}
		this.#lastReceived = this.#ports.now();
		switch (message.type) {
			case 'welcome':
				this.#learnTime(message.server_time_ms, this.#lastReceived - this.#helloSent);
				this.#welcomed = true;
				this.#player = message.player?.id ?? null;
				this.#welcomedAt = this.#lastReceived;
				this.#tell(message);
				for (const topic of this.#topics) topic.subscribe();
				return;
			case 'ping':
				this.send({ type: 'pong', nonce: message.nonce });
				this.#learnTime(message.server_time_ms, message.round_trip_ms ?? this.#trip);
				return;
			case 'error':
				this.#tell(message);
				if (FINAL.includes(message.code)) this.#end();
				return;
			case 'unsubscribed':
				this.#tell(message, message.topic);
				return;
			case 'player-games':
			case 'player-news':
			case 'notification':
				this.#tell(message, { player: message.player });
				return;
			case 'list':
			case 'list-change':
				this.#tell(message, message.topic);
				return;
			default:
				this.#tell(message, { game: message.game });
		}
	}

	#about(about: Topic): LineTopic[] {
		return [...this.#topics].filter(({ topic }) => topic && sameTopic(topic, about));
	}

	#tell(message: ServerMessage, about?: Topic): void {
		for (const topic of about ? this.#about(about) : [...this.#topics]) topic.receive(message);
	}

	#end(): void {
		const old = this.#socket;
		this.#refused = true;
		this.#drop();
		old?.close();
		this.#phase('closed');
	}

	#learnTime(serverTime: number, trip: number): void {
		const ahead = serverTime - this.#ports.now();
		if (ahead >= this.#ahead - STOOD_MS) {
			this.#ahead = Math.max(this.#ahead, ahead);
			this.#behind = undefined;
		} else if (this.#behind === undefined) {
			// A single message may be that slow.
			this.#behind = ahead;
		} else {
			// The server and its clock stalled.
			this.#ahead = Math.max(this.#behind, ahead);
			this.#behind = undefined;
		}
		this.#trip = Math.min(this.#trip, trip);
		// The quickest message took half of the shortest round trip.
		this.#offset = this.#ahead + (Number.isFinite(this.#trip) ? this.#trip / 2 : 0);
	}
}

export const browserPorts: Ports = {
	open: (url) => new WebSocket(url) as unknown as SocketLike,
	after(ms, run) {
		const timer = setTimeout(run, ms);
		return () => clearTimeout(timer);
	},
	now: () => Date.now(),
	random: Math.random,
};

/** No secret in the URL: proxies log URLs. */
export function socketUrl(): string {
	const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
	return `${scheme}//${location.host}/ws`;
}

let shared: Connection | undefined;

export function pageConnection(): Connection {
	if (!shared) {
		const connection = new Connection(socketUrl(), browserPorts);
		onIdentity((player) => connection.identified(player));
		shared = connection;
	}
	return shared;
}
