/** Undecided puzzles whose hint was seen: a used hint still counts after a reload. */
import { readJson, writeJson } from '../store/storage';
import type { Puzzle } from './puzzle';

const STORAGE_KEY = 'komadai.puzzle-helped';
const KEPT = 40;

type Which = Pick<Puzzle, 'game' | 'id'>;

const nameOf = ({ game, id }: Which) => `${game}/${id}`;

function names(): string[] {
	const kept = readJson(STORAGE_KEY);
	return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}

function others(puzzle: Which): string[] {
	return names().filter((name) => name !== nameOf(puzzle));
}

export function wasHelped(puzzle: Which): boolean {
	return names().includes(nameOf(puzzle));
}

export function noteHelp(puzzle: Which): void {
	writeJson(STORAGE_KEY, [...others(puzzle), nameOf(puzzle)].slice(-KEPT));
}

export function forgetHelp(puzzle: Which): void {
	if (wasHelped(puzzle)) writeJson(STORAGE_KEY, others(puzzle));
}
