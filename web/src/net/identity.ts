/** Tells the page's connection as whom the server knows this browser from now on. */
import { readJson, removeKey, writeJson } from '../store/storage';

const KEY = 'komadai.somebody';

const listeners = new Set<(player: string) => void>();

/** `run` is called with the public id of the player. */
export function onIdentity(run: (player: string) => void): void {
	listeners.add(run);
}

export function identityIs(player: string): void {
	writeJson(KEY, true);
	for (const run of listeners) run(player);
}

/** Whether the server knows this browser as somebody, as far as the browser remembers. */
export function isSomebody(): boolean {
	return readJson(KEY) === true;
}

/** The server knows it as nobody. */
export function identityIsGone(): void {
	removeKey(KEY);
}
