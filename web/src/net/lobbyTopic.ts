/** Subscription to the lobby: the whole list after every change. */
import type { ErrorCode, Lobby, ServerMessage } from '../protocol';
import type { Line } from './line';
import { PageTopic } from './pageTopic';

export interface LobbyHandlers {
	lobby(lobby: Lobby): void;
	away(): void;
}

export class LobbyTopic extends PageTopic {
	readonly topic = 'lobby';
	protected readonly final: readonly ErrorCode[] = ['missing-scope'];
	#handlers: LobbyHandlers;

	constructor(line: Line, handlers: LobbyHandlers) {
		super(line);
		this.#handlers = handlers;
	}

	get player(): string | null {
		return this.line.player;
	}

	protected ask(): void {
		this.line.send({ type: 'subscribe', topic: this.topic });
	}

	protected away(): void {
		this.#handlers.away();
	}

	override receive(message: ServerMessage): void {
		if (message.type === 'lobby') this.#handlers.lobby(message);
		else super.receive(message);
	}
}
