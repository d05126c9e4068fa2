/** Base of the topics that start and end with the page's visibility. */
import type { ErrorCode, ServerMessage, Topic } from '../protocol';
import { AGAIN_MS, type Line, type LineTopic } from './line';

export abstract class PageTopic implements LineTopic {
	abstract readonly topic: Topic | null;
	/** Errors without a retry. */
	protected abstract readonly final: readonly ErrorCode[];
	protected readonly line: Line;
	#started = false;
	#cancelTimer: (() => void) | undefined;
	#lastError: ErrorCode | undefined;

	constructor(line: Line) {
		this.line = line;
	}

	/** Subscribes, if the topic is known. */
	protected abstract ask(): void;
	/** Called when the connection or the subscription is lost. */
	protected abstract away(): void;
	/** Called when the server refuses the topic permanently. */
	protected refused(): void {}
	/** Called when the server refuses this page. */
	protected closed(_by: ErrorCode): void {}

	start(): void {
		if (this.#started) return;
		this.#started = true;
		this.line.add(this);
	}

	/** Returns `true` if it was started. */
	end(): boolean {
		if (!this.#started) return false;
		this.#started = false;
		this.#cancelTimer?.();
		this.line.remove(this);
		return true;
	}

	hurry(): void {
		if (this.#started) this.line.hurry();
	}

	subscribe(): void {
		this.#cancelTimer?.();
		this.ask();
	}

	phase(phase?: 'connecting' | 'waiting' | 'closed'): void {
		this.#cancelTimer?.();
		this.away();
		if (phase === 'closed' && this.#lastError) this.closed(this.#lastError);
	}

	receive(message: ServerMessage): void {
		if (message.type === 'error') this.#lastError = message.code;
		if (message.type !== 'unsubscribed' || message.code === null) return;
		this.away();
		if (this.final.includes(message.code)) this.refused();
		else this.#cancelTimer = this.line.after(AGAIN_MS, () => this.subscribe());
	}
}
