/** What the page receives of one's own games over its connection, from where it was each time it comes back. */
import type { ErrorCode, PlayerGames, PlayerNews, ServerMessage } from '../protocol';
import { AGAIN_MS, type Line, type LineTopic } from './line';

export interface PlayerHandlers {
	games(games: PlayerGames): void;
	news(news: PlayerNews): void;
	/** For now nothing comes. */
	away(): void;
	/** The server knows this browser as nobody: there is nothing to follow. */
	nobody(): void;
}

/** What is refused for good is not asked again and again. */
const FINAL: readonly ErrorCode[] = ['not-signed-in', 'not-yourself', 'missing-scope'];

export class PlayerTopic implements LineTopic {
	#line: Line;
	#handlers: PlayerHandlers;
	#started = false;
	#player: string | null = null;
	/** The last position the page has of that player. */
	#position: number | undefined;
	#cancelTimer: (() => void) | undefined;

	constructor(line: Line, handlers: PlayerHandlers) {
		this.#line = line;
		this.#handlers = handlers;
	}

	get topic(): { player: string } | null {
		return this.#player === null ? null : { player: this.#player };
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
		this.#handlers.away();
	}

	/** Comes back at once instead of at the end of the pause: the network is there again. */
	hurry(): void {
		if (this.#started) this.#line.hurry();
	}

	subscribe(): void {
		this.#cancelTimer?.();
		const { player } = this.#line;
		if (player !== this.#player) this.#position = undefined;
		this.#player = player;
		const { topic } = this;
		if (!topic) {
			this.#handlers.nobody();
			return;
		}
		const after = this.#position;
		this.#line.send({ type: 'subscribe', topic, ...(after === undefined ? {} : { after }) });
	}

	phase(): void {
		this.#cancelTimer?.();
		this.#handlers.away();
	}

	receive(message: ServerMessage): void {
		switch (message.type) {
			case 'player-games':
				this.#position = message.position;
				this.#handlers.games(message);
				break;
			case 'player-news':
				this.#position = message.position;
				this.#handlers.news(message);
				break;
			case 'unsubscribed':
				if (message.code === null) break;
				this.#handlers.away();
				if (FINAL.includes(message.code)) this.#handlers.nobody();
				else this.#cancelTimer = this.#line.after(AGAIN_MS, () => this.subscribe());
				break;
			default:
				break;
		}
	}
}
