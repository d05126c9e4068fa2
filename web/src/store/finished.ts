/** The kinds of games of which one was finished in this browser. */
import type { GameId } from '../games/game';
import { readJson, writeJson } from './storage';

const KEY = 'komadai.finished';

function read(): Partial<Record<GameId, true>> {
	const kept = readJson(KEY);
	return typeof kept === 'object' && kept !== null ? kept : {};
}

export function hasFinished(game: GameId): boolean {
	return read()[game] === true;
}

/** Returns whether no game of any kind had been finished before. */
export function noteFinished(game: GameId): boolean {
	const before = read();
	if (!before[game]) writeJson(KEY, { ...before, [game]: true });
	return Object.keys(before).length === 0;
}
