/**
 * Games whose sides were left to chance. The server draws when the game is made; who waits is not informed before
 * somebody has come: else an invitation could be withdrawn and made again until the side pleases.
 */
import { readSession, writeSession } from '../store/session';

const key = (id: string) => `komadai.drawn.${id}`;

export function rememberDrawn(id: string): void {
	writeSession(key(id), 'yes');
}

export function wasDrawn(id: string): boolean {
	return readSession(key(id)) !== null;
}
