import { expect, it } from 'vitest';
import { DAY_MS } from './day';
import { isDue, reviewAfter } from './spacing';

it('a missed puzzle returns after 1, 3, 7 and 21 days, and then no more', () => {
	let now = 1_000;
	let review = reviewAfter(null, false, now);
	for (const days of [1, 3, 7, 21]) {
		expect(review?.dueAt).toBe(now + days * DAY_MS);
		expect(isDue(review, now + days * DAY_MS - 1)).toBe(false);
		now = review?.dueAt ?? 0;
		expect(isDue(review, now)).toBe(true);
		review = reviewAfter(review, true, now);
	}
	expect(review).toBeNull();
});

it('a second miss restarts the intervals; an early solution keeps the date; a puzzle solved at once never returns', () => {
	const first = reviewAfter(null, false, 0);
	const second = reviewAfter(first, true, DAY_MS);
	expect(second?.step).toBe(1);
	expect(reviewAfter(second, true, 2 * DAY_MS)).toEqual(second);
	expect(reviewAfter(second, false, 5 * DAY_MS)).toEqual({ step: 0, dueAt: 6 * DAY_MS });
	expect(reviewAfter(null, true, 0)).toBeNull();
	expect(isDue(null, 10 * DAY_MS)).toBe(false);
});
