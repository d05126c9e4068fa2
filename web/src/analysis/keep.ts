/** Where the board that belongs to no game is kept: one for each game, in this browser. */
import type { Stored } from '../database/open';
import type { GameId } from '../games/game';
import type { RecordedGame } from '../records/record';
import { readJson, removeKey, storageIsOpen, writeJson } from '../store/storage';
import { type KeptAnalysis, readAnalysis } from './analysis.svelte';

const keyOf = (game: GameId) => `komadai.analysis.${game}`;

export function keptBoard(game: GameId): KeptAnalysis | null {
	return readAnalysis(readJson(keyOf(game)), game);
}

export function keepBoard(game: GameId, kept: KeptAnalysis): Stored<void> {
	if (writeJson(keyOf(game), kept)) return { ok: true, value: undefined };
	return { ok: false, problem: storageIsOpen() ? 'full' : 'unavailable' };
}

let waiting: RecordedGame | null = null;

/** A record that the page of its game's board shows next: only there can be asked about what is on the board. */
export function waitForBoard(record: RecordedGame): void {
	waiting = record;
}

export function takeWaiting(game: GameId): RecordedGame | null {
	const record = waiting;
	if (record?.game !== game) return null;
	waiting = null;
	return record;
}

const unsavedOf = (id: string) => `komadai.analysis.unsaved.${id}`;

/** What the database still lacked of a game, and when it was changed: milliseconds since 1970. */
export interface Unsaved extends KeptAnalysis {
	updatedAt: number;
}

/** A page that goes away cannot wait for the database: what it still had to write is kept here until the next visit. */
export function keepUnsaved(id: string, unsaved: Unsaved): void {
	writeJson(unsavedOf(id), unsaved);
}

/** What is newer than the database's game, which changed last at `updatedAt`; an older copy is of no use. */
export function unsavedSince(id: string, game: GameId, updatedAt: number): Unsaved | null {
	const value = readJson(unsavedOf(id));
	const kept = readAnalysis(value, game);
	const at = Number((value as Partial<Unsaved> | undefined)?.updatedAt) || 0;
	return kept && at > updatedAt ? { ...kept, updatedAt: at } : null;
}

export function forgetUnsaved(id: string): void {
	removeKey(unsavedOf(id));
}
