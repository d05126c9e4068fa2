/** Subscription to a game, and its commands: each is repeated under the same id until it is answered. */
import type { ClientMessage, ErrorCode, GameKey, ServerMessage } from '../protocol';
import { AGAIN_MS, type Line, type LineTopic } from './line';

export type Phase = 'connecting' | 'open' | 'waiting' | 'closed';

/** Client messages with an `id` that the server acknowledges. */
export type Command = Extract<
	ClientMessage,
	{
		type: 'move' | 'premove' | 'cancel-premove' | 'resign' | 'abort' | 'claim-victory' | 'offer' | 'answer' | 'declare';
	}
>;

export interface Handlers {
	message(message: ServerMessage): void;
	phase(phase: Phase): void;
	/** Sequence number of the last event received, to resume from. */
	lastSeq(): number | undefined;
}

const FINAL: readonly ErrorCode[] = ['no-such-game'];

export class GameTopic implements LineTopic {
	readonly topic: { game: GameKey };
	#line: Line;
	#handlers: Handlers;
	/** The subscription is confirmed on the current connection. */
	#in = false;
	#ended = false;
	#gone = false;
	#cancelTimer: (() => void) | undefined;
	/** Unanswered commands, in order. */
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

	hurry(): void {
		if (!this.#ended) this.#line.hurry();
	}

	/** Requests the missed events or the whole state. */
	resync(): void {
		if (this.#in) this.subscribe();
	}

	serverNow(): number {
		return this.#line.serverNow();
	}

	/** Sends a command, and again after every reconnection until it is answered. */
	command(command: Command): void {
		this.#open.set(command.id, command);
		if (this.#in) this.#line.send(command);
	}

	isOpen(id: string): boolean {
		return this.#open.has(id);
	}

	/** Drops a command that has become pointless. */
	drop(id: string): void {
		this.#open.delete(id);
	}

	subscribe(): void {
		this.#cancelTimer?.();
		if (this.#gone) return;
		this.#in = false;
		const after = this.#handlers.lastSeq();
		const { topic } = this;
		this.#line.send({ type: 'subscribe', topic, ...(after === undefined ? {} : { after }) });
	}

	phase(phase: 'connecting' | 'waiting' | 'closed'): void {
		this.#in = false;
		this.#cancelTimer?.();
		if (!this.#gone) this.#handlers.phase(phase);
	}

	receive(message: ServerMessage): void {
		switch (message.type) {
			case 'game':
				this.#in = true;
				this.#handlers.phase('open');
				// Apply the snapshot first: commands that it already contains are dropped instead of repeated.
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

	#given(code: ErrorCode | null): void {
		if (code === null) return;
		const final = FINAL.includes(code);
		this.phase(final ? 'closed' : 'waiting');
		this.#gone = final;
		if (!final) this.#cancelTimer = this.#line.after(AGAIN_MS, () => this.subscribe());
	}
}
