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

export function forgetBoard(game: GameId): void {
	removeKey(keyOf(game));
}
