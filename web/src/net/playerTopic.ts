/** Subscription to the player's games, resumed from the last answer. */
import type { ErrorCode, Notification, PlayerGames, PlayerNews, ServerMessage } from '../protocol';
import type { Line } from './line';
import { PageTopic } from './pageTopic';

export interface PlayerHandlers {
	games(games: PlayerGames): void;
	news(news: PlayerNews): void;
	notification(notification: Notification): void;
	away(): void;
	/** The player is anonymous: there is nothing to follow. */
	nobody(): void;
}

export class PlayerTopic extends PageTopic {
	protected readonly final: readonly ErrorCode[] = ['not-signed-in', 'not-yourself', 'missing-scope'];
	#handlers: PlayerHandlers;
	#player: string | null = null;
	/** Position of the last answer. */
	#position: number | undefined;

	constructor(line: Line, handlers: PlayerHandlers) {
		super(line);
		this.#handlers = handlers;
	}

	get topic(): { player: string } | null {
		return this.#player === null ? null : { player: this.#player };
	}

	override end(): boolean {
		const ended = super.end();
		if (ended) this.away();
		return ended;
	}

	protected ask(): void {
		const { player } = this.line;
		if (player !== this.#player) this.#position = undefined;
		this.#player = player;
		const { topic } = this;
		if (!topic) {
			this.refused();
			return;
		}
		const after = this.#position;
		this.line.send({ type: 'subscribe', topic, ...(after === undefined ? {} : { after }) });
	}

	protected away(): void {
		this.#handlers.away();
	}

	protected override refused(): void {
		this.#handlers.nobody();
	}

	override receive(message: ServerMessage): void {
		switch (message.type) {
			case 'player-games':
				this.#position = message.position;
				this.#handlers.games(message);
				break;
			case 'player-news':
				this.#handlers.news(message);
				break;
			case 'notification':
				this.#handlers.notification(message.notification);
				break;
			default:
				super.receive(message);
		}
	}
}
