/**
 * Puzzle of the day: the same for all players with the same puzzles and date. A fixed selection repeats in an
 * order given by the hashes of the ids.
 */
import type { PuzzleLine } from './puzzle.ts';

export const DAY_MS = 86_400_000;
export const SLOTS = 368;

/** The player's local date, in days since 1970. */
export function dayOf(now: number): number {
	const date = new Date(now);
	return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}

/** `2026-11-23` */
export function dateText(day: number): string {
	return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** FNV-1a with the finalizer of MurmurHash3. */
function hash(text: string): number {
	let mixed = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193);
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}

type Daily = Pick<PuzzleLine, 'id' | 'kind' | 'plies'>;

/** Neither trivial nor a task for an evening. */
function isForADay({ kind, plies }: Daily): boolean {
	return kind !== 'mate' || (plies >= 3 && plies <= 7);
}

/** Puzzles of the days in order; all puzzles if none suits. */
export function dailyOrder<P extends Daily>(all: readonly P[]): P[] {
	const suits = all.filter(isForADay);
	const order = (suits.length > 0 ? suits : all).map((puzzle) => ({ puzzle, at: hash(puzzle.id) }));
	order.sort((a, b) => a.at - b.at || (a.puzzle.id < b.puzzle.id ? -1 : 1));
	return order.slice(0, SLOTS).map(({ puzzle }) => puzzle);
}

export function puzzleOfDay<P extends Daily>(all: readonly P[], day: number): P | undefined {
	const order = dailyOrder(all);
	return order[(day % SLOTS) % Math.max(1, order.length)];
}

/** Consecutive days up to today or yesterday. */
export function streakOf(solved: readonly number[], today: number): number {
	const days = new Set(solved);
	let day = days.has(today) ? today : today - 1;
	let count = 0;
	while (days.has(day)) {
		count += 1;
		day -= 1;
	}
	return count;
}
