import { expect, it } from 'vitest';
import { afterGames, afterPuzzle, BEGINNER, ratingText } from './rating';

it('rates the example of the paper as the paper does', () => {
	const player = { rating: 1500, deviation: 200, volatility: 0.06 };
	const games = [
		{ rating: 1400, deviation: 30, score: 1 },
		{ rating: 1550, deviation: 100, score: 0 },
		{ rating: 1700, deviation: 300, score: 0 },
	];
	const { rating, deviation, volatility } = afterGames(player, games);
	expect(rating).toBeCloseTo(1464.06, 1);
	expect(deviation).toBeCloseTo(151.52, 1);
	expect(volatility).toBeCloseTo(0.05999, 4);
});

it('goes up for a puzzle solved and down for one missed, more for a surprise, and less the surer it is', () => {
	const up = (rating: number) => afterPuzzle(BEGINNER, { rating }, true).rating - BEGINNER.rating;
	expect(up(1800)).toBeGreaterThan(up(1500));
	expect(up(1500)).toBeGreaterThan(up(1200));
	expect(up(1200)).toBeGreaterThan(0);
	expect(afterPuzzle(BEGINNER, { rating: 1500 }, false).rating).toBeLessThan(BEGINNER.rating);
	let player = BEGINNER;
	for (let i = 0; i < 200; i++) player = afterPuzzle(player, { rating: 1500 }, i % 2 === 0);
	expect(player.deviation).toBeGreaterThanOrEqual(45);
	expect(Math.abs(player.rating - 1500)).toBeLessThan(60);
	const sure = Math.abs(afterPuzzle(player, { rating: 1500 }, true).rating - player.rating);
	expect(sure).toBeLessThan(up(1500) / 4);
});

it('is shown with a question mark until it is sure', () => {
	expect(ratingText(BEGINNER)).toBe('1500?');
	expect(ratingText({ rating: 1612.4, deviation: 80 })).toBe('1612');
});
