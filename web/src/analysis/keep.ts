/** Where the board that belongs to no game is kept: one for each game, in this browser. */
import type { GameId } from '../games/game';
import { readJson, removeKey, writeJson } from '../store/storage';
import { type KeptAnalysis, readAnalysis } from './analysis.svelte';

const keyOf = (game: GameId) => `komadai.analysis.${game}`;

export function keptBoard(game: GameId): KeptAnalysis | null {
	return readAnalysis(readJson(keyOf(game)), game);
}

export function keepBoard(game: GameId, kept: KeptAnalysis): boolean {
	return writeJson(keyOf(game), kept);
}

const unsavedOf = (id: string) => `komadai.analysis.unsaved.${id}`;

/** A page that goes away cannot wait for the database: what it still had to write is kept here until the next visit. */
export function keepUnsaved(id: string, kept: KeptAnalysis): void {
	writeJson(unsavedOf(id), kept);
}

export function takeUnsaved(id: string, game: GameId): KeptAnalysis | null {
	const kept = readAnalysis(readJson(unsavedOf(id)), game);
	removeKey(unsavedOf(id));
	return kept;
}
