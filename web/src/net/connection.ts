/**
 * One WebSocket to one game that keeps itself alive: says hello with the last event it saw, notices silence,
 * comes back with growing pauses, and says again what was never acknowledged, under the same id.
 */
import {
	type ClientMessage,
	type ErrorCode,
	type GameKey,
	PING_EVERY_MS,
	PROTOCOL_VERSION,
	type ServerMessage,
	SILENCE_MS,
} from '../protocol';

export type Phase = 'connecting' | 'open' | 'waiting' | 'closed';

/** A command of ours: everything with an `id` that the server acknowledges. */
export type Command = Extract<
	ClientMessage,
	{
		type:
			| 'move'
			| 'premove'
			| 'cancel-premove'
			| 'resign'
			| 'abort'
			| 'claim-victory'
			| 'offer'
			| 'answer'
			| 'declare';
	}
>;

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

export interface Handlers {
	message(message: ServerMessage): void;
	phase(phase: Phase): void;
	/** The last event the page has, named in the next hello. */
	lastSeq(): number | undefined;
}

const MIN_PAUSE_MS = 400;
const MAX_PAUSE_MS = 8_000;
/** A socket that has not opened by then never will. */
const OPEN_WITHIN_MS = 10_000;
/** A connection that stood this long was a good one: after it the pauses begin anew. */
const GOOD_AFTER_MS = 5_000;

/** What is refused for good is not asked again and again. */
const FINAL: readonly ErrorCode[] = ['protocol-too-old', 'protocol-too-new', 'no-such-game'];

/** The pause before the n-th attempt: doubling, with up to a third taken off at random so that crowds spread. */
export function pauseBefore(attempt: number, random: number): number {
	const full = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** attempt);
	return Math.round(full * (1 - random / 3));
}

export class Connection {
	#url: string;
	#game: GameKey;
	#handlers: Handlers;
	#ports: Ports;
	#socket: SocketLike | undefined;
	#attempt = 0;
	#welcomed = false;
	#ended = false;
	#welcomedAt = 0;
	#lastReceived = 0;
	#helloSent = 0;
	#pings = 0;
	#pingSent = new Map<number, number>();
	#cancelTimer: (() => void) | undefined;
	/** Commands without an answer, in the order they were given. */
	#open = new Map<string, Command>();
	/** Server time minus ours, from the quickest answer on this socket so far. */
	#offset = 0;
	#quickest = Number.POSITIVE_INFINITY;

	constructor(url: string, game: GameKey, handlers: Handlers, ports: Ports) {
		this.#url = url;
		this.#game = game;
		this.#handlers = handlers;
		this.#ports = ports;
	}

	start(): void {
		this.#connect();
	}

	end(): void {
		this.#ended = true;
		this.#cancelTimer?.();
		this.#socket?.close();
		this.#socket = undefined;
	}

	/** Comes back at once instead of at the end of the pause: the network is there again. */
	hurry(): void {
		if (this.#ended || this.#socket) return;
		this.#attempt = 0;
		this.#cancelTimer?.();
		this.#connect();
	}

	/** Asks for the whole state again by saying hello on a fresh socket. */
	resync(): void {
		if (this.#ended || !this.#socket) return;
		const old = this.#socket;
		this.#socket = undefined;
		this.#cancelTimer?.();
		old.close();
		this.#connect();
	}

	/** Server time in milliseconds since 1970, as well as it is known. */
	serverNow(): number {
		return this.#ports.now() + this.#offset;
	}

	/** Gives a command; it is repeated after every reconnection until the server has answered it. */
	command(command: Command): void {
		this.#open.set(command.id, command);
		if (this.#welcomed) this.#send(command);
	}

	isOpen(id: string): boolean {
		return this.#open.has(id);
	}

	/** Forgets a command that has become pointless. */
	drop(id: string): void {
		this.#open.delete(id);
	}

	#connect(): void {
		this.#handlers.phase('connecting');
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
		this.#quickest = Number.POSITIVE_INFINITY;
		this.#cancelTimer = this.#ports.after(OPEN_WITHIN_MS, () => {
			if (socket !== this.#socket) return;
			this.#lost();
			socket.close();
		});
		socket.onopen = () => {
			if (socket !== this.#socket) return;
			const last_seq = this.#handlers.lastSeq();
			this.#lastReceived = this.#ports.now();
			this.#helloSent = this.#lastReceived;
			this.#send({
				type: 'hello',
				protocol: PROTOCOL_VERSION,
				game: this.#game,
				...(last_seq === undefined ? {} : { last_seq }),
			});
			this.#beat(socket);
		};
		socket.onmessage = ({ data }) => {
			if (socket === this.#socket) this.#receive(data);
		};
		socket.onclose = () => {
			if (socket === this.#socket) this.#lost();
		};
	}

	#beat(socket: SocketLike): void {
		this.#cancelTimer?.();
		this.#cancelTimer = this.#ports.after(PING_EVERY_MS, () => {
			if (socket !== this.#socket) return;
			if (this.#ports.now() - this.#lastReceived > SILENCE_MS) {
				socket.close();
				this.#lost();
				return;
			}
			const id = ++this.#pings;
			this.#pingSent.set(id, this.#ports.now());
			if (this.#welcomed) this.#send({ type: 'ping', id });
			this.#beat(socket);
		});
	}

	#lost(): void {
		// Not at the welcome: a command that always ends the connection would be repeated without a pause.
		if (this.#welcomed && this.#ports.now() - this.#welcomedAt >= GOOD_AFTER_MS) this.#attempt = 0;
		this.#socket = undefined;
		this.#welcomed = false;
		this.#pingSent.clear();
		if (!this.#ended) this.#again();
	}

	#again(): void {
		const pause = pauseBefore(this.#attempt, this.#ports.random());
		this.#attempt += 1;
		this.#handlers.phase('waiting');
		this.#cancelTimer?.();
		this.#cancelTimer = this.#ports.after(pause, () => this.#connect());
	}

	#send(message: ClientMessage): void {
		this.#socket?.send(JSON.stringify(message));
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
				this.#learnTime(message.server_time_ms, this.#helloSent);
				this.#welcomed = true;
				this.#welcomedAt = this.#lastReceived;
				this.#handlers.phase('open');
				// The game is brought up to date before anything is said again, so that what the
				// snapshot already contains is dropped instead of repeated.
				this.#handlers.message(message);
				for (const command of this.#open.values()) this.#send(command);
				return;
			case 'pong': {
				const sent = this.#pingSent.get(message.id);
				this.#pingSent.delete(message.id);
				if (sent !== undefined) this.#learnTime(message.server_time_ms, sent);
				return;
			}
			case 'accepted':
				this.#open.delete(message.id);
				break;
			case 'premove':
			case 'refused':
				this.#open.delete(message.id);
				break;
			case 'error':
				this.#handlers.message(message);
				if (FINAL.includes(message.code)) {
					this.end();
					this.#handlers.phase('closed');
				}
				return;
			default:
				break;
		}
		this.#handlers.message(message);
	}

	#learnTime(serverTime: number, sent: number): void {
		const received = this.#ports.now();
		const trip = received - sent;
		if (trip > this.#quickest) return;
		this.#quickest = trip;
		this.#offset = serverTime - (sent + received) / 2;
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

export function socketUrl(game: GameKey): string {
	const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
	return `${scheme}//${location.host}/ws?game=${encodeURIComponent(game)}`;
}
