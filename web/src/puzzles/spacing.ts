/**
 * When a puzzle that was missed comes again: after a day, three days, a week and three weeks, each time it was solved;
 * missed again it begins anew. Solved after the last of these days it is known.
 */
import { DAY_MS } from './day';

export const INTERVALS_DAYS = [1, 3, 7, 21] as const;

export interface Review {
	/** Which of the intervals runs. */
	step: number;
	/** Milliseconds since 1970. */
	dueAt: number;
}

const at = (step: number, now: number): Review | null => {
	const days = INTERVALS_DAYS[step];
	return days === undefined ? null : { step, dueAt: now + days * DAY_MS };
};

/** What becomes of the review of a puzzle that was just done; null where it need not come again. */
export function reviewAfter(before: Review | null, solved: boolean, now: number): Review | null {
	if (!solved) return at(0, now);
	// Done by chance before its day: that says less, so the day stays.
	if (before === null || before.dueAt > now) return before;
	return at(before.step + 1, now);
}

export function isDue(review: Review | null, now: number): boolean {
	return review !== null && review.dueAt <= now;
}
