/**
 * Spaced repetition of missed puzzles: the next interval follows each solution, a miss starts over. A puzzle
 * is done after the last interval.
 */
import type { Review } from '../database/puzzleRows';
import { DAY_MS } from './day';

export const INTERVALS_DAYS = [1, 3, 7, 21] as const;

const at = (step: number, now: number): Review | null => {
	const days = INTERVALS_DAYS[step];
	return days === undefined ? null : { step, dueAt: now + days * DAY_MS };
};

export function reviewAfter(before: Review | null, solved: boolean, now: number): Review | null {
	if (!solved) return at(0, now);
	// Solved early, by chance: that says less, so the date stays.
	if (before === null || before.dueAt > now) return before;
	return at(before.step + 1, now);
}

export function isDue(review: Review | null, now: number): boolean {
	return review !== null && review.dueAt <= now;
}
