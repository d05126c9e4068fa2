/**
 * What a part of the page receives of one game over the page's connection, and says about it: every command is said
 * again, under the same id, until it is answered.
 */
import type { ClientMessage, ErrorCode, GameKey, ServerMessage } from '../protocol';
import { AGAIN_MS, type Line, type LineTopic } from './line';

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

export interface Handlers {
	message(message: ServerMessage): void;
	phase(phase: Phase): void;
	/** The last event the page has, from which the topic is resumed. */
	lastSeq(): number | undefined;
}

/** What is refused for good is not asked again and again. */
const FINAL: readonly ErrorCode[] = ['no-such-game'];

export class GameTopic implements LineTopic {
	readonly topic: { game: GameKey };
	#line: Line;
	#handlers: Handlers;
	/** The server has answered the subscription on the connection that stands. */
	#in = false;
	#ended = false;
	/** There is no such topic. */
	#gone = false;
	#cancelTimer: (() => void) | undefined;
	/** Commands without an answer, in the order they were given. */
	#open = new Map<string, Command>();

	constructor(line: Line, game: GameKey, handlers: Handlers) {
		this.#line = line;
		this.topic = { game };
		this.#handlers = handlers;
	}

	start(): void {
		this.#handlers.phase('connecting');
		this.#line.add(this);
	}

	end(): void {
		if (this.#ended) return;
		this.#ended = true;
		this.#cancelTimer?.();
		this.#line.remove(this);
	}

	/** Comes back at once instead of at the end of the pause: the network is there again. */
	hurry(): void {
		if (!this.#ended) this.#line.hurry();
	}

	/** Asks for the whole state again. */
	resync(): void {
		if (this.#in) this.subscribe();
	}

	/** Server time in milliseconds since 1970, as well as it is known. */
	serverNow(): number {
		return this.#line.serverNow();
	}

	/** Gives a command; it is repeated after every reconnection until the server has answered it. */
	command(command: Command): void {
		this.#open.set(command.id, command);
		if (this.#in) this.#line.send(command);
	}

	isOpen(id: string): boolean {
		return this.#open.has(id);
	}

	/** Forgets a command that has become pointless. */
	drop(id: string): void {
		this.#open.delete(id);
	}

	/** For the connection: asks the server for the topic. */
	subscribe(): void {
		this.#cancelTimer?.();
		if (this.#gone) return;
		this.#in = false;
		const after = this.#handlers.lastSeq();
		const { topic } = this;
		this.#line.send({ type: 'subscribe', topic, ...(after === undefined ? {} : { after }) });
	}

	/** For the connection: how it stands. */
	phase(phase: 'connecting' | 'waiting' | 'closed'): void {
		this.#in = false;
		this.#cancelTimer?.();
		if (!this.#gone) this.#handlers.phase(phase);
	}

	/** For the connection: a message about this game or about the connection itself. */
	receive(message: ServerMessage): void {
		switch (message.type) {
			case 'game':
				this.#in = true;
				this.#handlers.phase('open');
				// The game is brought up to date before anything is said again, so that what the
				// snapshot already contains is dropped instead of repeated.
				this.#handlers.message(message);
				for (const command of this.#open.values()) this.#line.send(command);
				return;
			case 'unsubscribed':
				this.#given(message.code);
				break;
			case 'accepted':
			case 'premove':
			case 'refused':
				this.#open.delete(message.id);
				break;
			default:
				break;
		}
		this.#handlers.message(message);
	}

	/** The server tells no more of it. */
	#given(code: ErrorCode | null): void {
		if (code === null) return;
		const final = FINAL.includes(code);
		this.phase(final ? 'closed' : 'waiting');
		this.#gone = final;
		if (!final) this.#cancelTimer = this.#line.after(AGAIN_MS, () => this.subscribe());
	}
}
