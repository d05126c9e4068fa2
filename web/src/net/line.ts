/** What a topic and the page's connection know of each other. */
import type { ClientMessage, ServerMessage, Topic } from '../protocol';

/** A subscription of a part of the page. */
export interface LineTopic {
	/** What of; nothing while that is not known. */
	readonly topic: Topic | null;
	/** Asks the server for the topic. */
	subscribe(): void;
	/** How the connection stands. */
	phase(phase: 'connecting' | 'waiting' | 'closed'): void;
	/** A message about this topic or about the connection itself. */
	receive(message: ServerMessage): void;
}

/** The connection that a topic comes over. */
export interface Line {
	/** As whom the server welcomed this page; nothing: as nobody, or not yet. */
	readonly player: string | null;
	add(topic: LineTopic): void;
	remove(topic: LineTopic): void;
	send(message: ClientMessage): void;
	after(ms: number, run: () => void): () => void;
	hurry(): void;
	serverNow(): number;
}

/** A topic that the server had to give up is asked for again after this time. */
export const AGAIN_MS = 1_000;

export const sameTopic = (one: Topic, other: Topic): boolean => JSON.stringify(one) === JSON.stringify(other);
