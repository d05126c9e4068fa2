import { describe, expect, it } from 'vitest';
import { changeText, ratingText } from './ratingText';

const rating = (rating: number, provisional = false) => ({ rating, provisional });

describe('ratings', () => {
	it('have a question mark while provisional', () => {
		expect(ratingText(rating(1500, true))).toBe('1500?');
		expect(ratingText(rating(1612))).toBe('1612');
	});

	it('show the change after a game', () => {
		expect(changeText({ before: rating(1500, true), after: rating(1662, true) })).toBe('1662? (+162)');
		expect(changeText({ before: rating(1640), after: rating(1628) })).toBe('1628 (−12)');
		expect(changeText({ before: rating(1640), after: rating(1640) })).toBe('1640 (±0)');
	});
});
