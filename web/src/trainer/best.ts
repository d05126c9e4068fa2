/** Best scores on this device by trainer, variant and question type. */
import { readJson, writeJson } from '../store/storage';

const STORAGE_KEY = 'komadai.trainer';

function read(): Record<string, number> {
	const kept = readJson(STORAGE_KEY);
	if (typeof kept !== 'object' || kept === null) return {};
	return Object.fromEntries(Object.entries(kept).filter(([, score]) => Number.isSafeInteger(score) && score > 0));
}

export function bestOf(round: string): number {
	return read()[round] ?? 0;
}

/** Returns `true` for a new best. */
export function keepBest(round: string, score: number): boolean {
	const all = read();
	if (score <= (all[round] ?? 0)) return false;
	writeJson(STORAGE_KEY, { ...all, [round]: score });
	return true;
}
