/**
 * Puzzles whose hint was seen and that are not decided yet: who comes back to one, by a reload or later, has seen it all
 * the same.
 */
import { readJson, writeJson } from '../store/storage';
import type { Puzzle } from './puzzle';

const KEY = 'komadai.puzzle-helped';
/** As many are kept, the latest. */
const KEPT = 40;

type Which = Pick<Puzzle, 'game' | 'id'>;

const nameOf = ({ game, id }: Which) => `${game}/${id}`;

function names(): string[] {
	const kept = readJson(KEY);
	return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}

function others(puzzle: Which): string[] {
	return names().filter((name) => name !== nameOf(puzzle));
}

export function wasHelped(puzzle: Which): boolean {
	return names().includes(nameOf(puzzle));
}

export function noteHelp(puzzle: Which): void {
	writeJson(KEY, [...others(puzzle), nameOf(puzzle)].slice(-KEPT));
}

export function forgetHelp(puzzle: Which): void {
	if (wasHelped(puzzle)) writeJson(KEY, others(puzzle));
}
