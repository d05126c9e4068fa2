/** What the page receives of the lobby over its connection: the whole list, each time it has changed. */
import type { ErrorCode, Lobby, ServerMessage } from '../protocol';
import { AGAIN_MS, type Line, type LineTopic } from './line';

export interface LobbyHandlers {
	lobby(lobby: Lobby): void;
	/** For now nothing comes. */
	away(): void;
}

/** What is refused for good is not asked again and again. */
const FINAL: readonly ErrorCode[] = ['missing-scope'];

export class LobbyTopic implements LineTopic {
	readonly topic = 'lobby';
	#line: Line;
	#handlers: LobbyHandlers;
	#started = false;
	#cancelTimer: (() => void) | undefined;

	constructor(line: Line, handlers: LobbyHandlers) {
		this.#line = line;
		this.#handlers = handlers;
	}

	/** As whom the server knows this page. */
	get player(): string | null {
		return this.#line.player;
	}

	start(): void {
		if (this.#started) return;
		this.#started = true;
		this.#line.add(this);
	}

	/** Until the next start. */
	end(): void {
		if (!this.#started) return;
		this.#started = false;
		this.#cancelTimer?.();
		this.#line.remove(this);
	}

	/** Comes back at once instead of at the end of the pause: the network is there again. */
	hurry(): void {
		if (this.#started) this.#line.hurry();
	}

	subscribe(): void {
		this.#cancelTimer?.();
		this.#line.send({ type: 'subscribe', topic: this.topic });
	}

	phase(): void {
		this.#cancelTimer?.();
		this.#handlers.away();
	}

	receive(message: ServerMessage): void {
		if (message.type === 'lobby') this.#handlers.lobby(message);
		if (message.type !== 'unsubscribed' || message.code === null) return;
		this.#handlers.away();
		if (!FINAL.includes(message.code)) this.#cancelTimer = this.#line.after(AGAIN_MS, () => this.subscribe());
	}
}
