/** What the topics of the page as a whole have in common: they start and end again and again, as the page is seen. */
import type { ErrorCode, ServerMessage, Topic } from '../protocol';
import { AGAIN_MS, type Line, type LineTopic } from './line';

export abstract class PageTopic implements LineTopic {
	abstract readonly topic: Topic | null;
	/** What is refused for good is not asked again and again. */
	protected abstract readonly final: readonly ErrorCode[];
	protected readonly line: Line;
	#started = false;
	#cancelTimer: (() => void) | undefined;

	constructor(line: Line) {
		this.line = line;
	}

	/** Asks the server for the topic, if there is anything to ask for. */
	protected abstract ask(): void;
	/** For now nothing comes. */
	protected abstract away(): void;
	/** Nothing will come. */
	protected refused(): void {}

	start(): void {
		if (this.#started) return;
		this.#started = true;
		this.line.add(this);
	}

	/** Until the next start. Returns whether it had started. */
	end(): boolean {
		if (!this.#started) return false;
		this.#started = false;
		this.#cancelTimer?.();
		this.line.remove(this);
		return true;
	}

	/** Comes back at once instead of at the end of the pause: the network is there again. */
	hurry(): void {
		if (this.#started) this.line.hurry();
	}

	subscribe(): void {
		this.#cancelTimer?.();
		this.ask();
	}

	phase(): void {
		this.#cancelTimer?.();
		this.away();
	}

	receive(message: ServerMessage): void {
		if (message.type !== 'unsubscribed' || message.code === null) return;
		this.away();
		if (this.final.includes(message.code)) this.refused();
		else this.#cancelTimer = this.line.after(AGAIN_MS, () => this.subscribe());
	}
}
