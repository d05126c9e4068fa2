/**
 * Ids of games with random sides. The server draws when the game is created but tells the waiting player only after
 * the opponent has joined: otherwise a player could cancel and retry until the side suits.
 */
import { readSession, writeSession } from './session';

const key = (id: string) => `komadai.drawn.${id}`;

export function rememberDrawn(id: string): void {
	writeSession(key(id), 'yes');
}

export function wasDrawn(id: string): boolean {
	return readSession(key(id)) !== null;
}
