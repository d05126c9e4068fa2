/** Interfaces between topics and the page's connection. */
import type { ClientMessage, ServerMessage, Topic } from '../protocol';

export interface LineTopic {
	/** The topic; null while unknown. */
	readonly topic: Topic | null;
	subscribe(): void;
	phase(phase: 'connecting' | 'waiting' | 'closed'): void;
	/** Takes messages about this topic and about the connection. */
	receive(message: ServerMessage): void;
}

export interface Line {
	/** Player id from `welcome`; null when anonymous or not yet connected. */
	readonly player: string | null;
	add(topic: LineTopic): void;
	remove(topic: LineTopic): void;
	send(message: ClientMessage): void;
	after(ms: number, run: () => void): () => void;
	hurry(): void;
	serverNow(): number;
}

/** Delay before a dropped topic is subscribed again. */
export const AGAIN_MS = 1_000;

export const sameTopic = (one: Topic, other: Topic): boolean => JSON.stringify(one) === JSON.stringify(other);
