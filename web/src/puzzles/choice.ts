/** The kind and length that were chosen last for a game, on this device. */
import { type GameId, isGameId } from '../games/game';
import { readJson, writeJson } from '../store/storage';
import type { Filter } from './picking';
import { KINDS } from './puzzle';

const KEY = 'komadai.puzzles';
export const ANYTHING: Filter = { kind: null, plies: null };

function read(): Partial<Record<GameId, Filter>> {
	const kept = readJson(KEY);
	if (typeof kept !== 'object' || kept === null) return {};
	const found = Object.entries(kept as Record<string, Partial<Filter> | null>).flatMap(([game, one]) => {
		if (!isGameId(game) || !one) return [];
		const kind = KINDS.find((known) => known === one.kind) ?? null;
		const plies = Number.isSafeInteger(one.plies) ? (one.plies as number) : null;
		return [[game, { kind, plies }] as const];
	});
	return Object.fromEntries(found);
}

export function chosenFilter(game: GameId): Filter {
	return read()[game] ?? ANYTHING;
}

export function chooseFilter(game: GameId, filter: Filter): void {
	writeJson(KEY, { ...read(), [game]: filter });
}
