/** The player whom the server knows in this browser. */
import { readJson, removeKey, writeJson } from '../store/storage';

const STORAGE_KEY = 'komadai.somebody';

const listeners = new Set<(player: string) => void>();

/** Calls `run` with the player's public id. */
export function onIdentity(run: (player: string) => void): void {
	listeners.add(run);
}

export function identityIs(player: string): void {
	writeJson(STORAGE_KEY, true);
	for (const run of listeners) run(player);
}

/** `true` if this browser had an account when the page last knew. */
export function isSomebody(): boolean {
	return readJson(STORAGE_KEY) === true;
}

export function identityIsGone(): void {
	removeKey(STORAGE_KEY);
}
