/** Kind, length and theme last chosen for a variant, in localStorage. */
import { isVariantId, type VariantId } from '../rules/variant';
import { readJson, writeJson } from '../store/storage';
import { ANYTHING, type Filter } from './picking';
import { KINDS, THEMES } from './puzzle';

const STORAGE_KEY = 'komadai.puzzles';

function read(): Partial<Record<VariantId, Filter>> {
	const kept = readJson(STORAGE_KEY);
	if (typeof kept !== 'object' || kept === null) return {};
	const found = Object.entries(kept as Record<string, Partial<Filter> | null>).flatMap(([game, one]) => {
		if (!isVariantId(game) || !one) return [];
		const kind = KINDS.find((known) => known === one.kind) ?? null;
		const plies = Number.isSafeInteger(one.plies) ? (one.plies as number) : null;
		const theme = THEMES.find((known) => known === one.theme) ?? null;
		return [[game, { kind, plies, theme }] as const];
	});
	return Object.fromEntries(found);
}

export function chosenFilter(game: VariantId): Filter {
	return read()[game] ?? ANYTHING;
}

export function chooseFilter(game: VariantId, filter: Filter): void {
	writeJson(STORAGE_KEY, { ...read(), [game]: filter });
}
