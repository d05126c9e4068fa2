/** Variants of which a game has been finished in this browser. */
import type { VariantId } from '../rules/variant';
import { readJson, writeJson } from './storage';

const STORAGE_KEY = 'komadai.finished';

function read(): Partial<Record<VariantId, true>> {
	const kept = readJson(STORAGE_KEY);
	return typeof kept === 'object' && kept !== null ? kept : {};
}

export function hasFinished(game: VariantId): boolean {
	return read()[game] === true;
}

export function noteFinished(game: VariantId): void {
	const before = read();
	if (!before[game]) writeJson(STORAGE_KEY, { ...before, [game]: true });
}
