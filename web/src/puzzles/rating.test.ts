import { expect, it } from 'vitest';
import { afterGames, afterPuzzle, BEGINNER, MAX_CHANGE, type Rating, ratingText } from './rating';

it('matches the example of the Glicko-2 paper', () => {
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

it('rises for a solved puzzle and falls for a missed one, more for a surprise, less with a small deviation', () => {
	const known = { ...BEGINNER, deviation: 150 };
	const up = (rating: number) => afterPuzzle(known, { rating }, true).rating - known.rating;
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

function chances(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

it('changes by no more than its bound after one result, in the right direction, for any player and puzzle', () => {
	const chance = chances(1);
	for (let i = 0; i < 3_000; i++) {
		const player = {
			rating: 100 + 3_000 * chance(),
			deviation: 45 + 305 * chance(),
			volatility: 0.03 + 0.09 * chance(),
		};
		const puzzle = { rating: 600 + 2_000 * chance() };
		const solved = chance() < 0.5;
		const after = afterPuzzle(player, puzzle, solved);
		const change = after.rating - player.rating;
		expect(Math.abs(change)).toBeLessThanOrEqual(MAX_CHANGE + 1e-9);
		expect(Math.sign(change), JSON.stringify({ player, puzzle })).toBe(solved ? 1 : -1);
		expect(after.deviation).toBeGreaterThanOrEqual(45);
	}
	expect(afterPuzzle(BEGINNER, { rating: 700 }, false).rating).toBe(BEGINNER.rating - MAX_CHANGE);
});

it('finds the strength of a player within forty puzzles near their rating', () => {
	for (const strength of [700, 1_000, 1_500, 2_000, 2_400]) {
		const ends = Array.from({ length: 60 }, (_, seed) => {
			const chance = chances(seed + 1);
			let player: Rating = BEGINNER;
			for (let i = 0; i < 40; i++) {
				const rating = Math.min(2_600, Math.max(600, player.rating + 100 * (chance() - 0.5)));
				player = afterPuzzle(player, { rating }, chance() < 1 / (1 + 10 ** ((rating - strength) / 400)));
			}
			return player.rating;
		});
		const mean = ends.reduce((sum, one) => sum + one, 0) / ends.length;
		expect(Math.abs(mean - strength), String(strength)).toBeLessThan(80);
	}
});

it('is shown with a question mark until it is sure', () => {
	expect(ratingText(BEGINNER)).toBe('1500?');
	expect(ratingText({ rating: 1612.4, deviation: 80 })).toBe('1612');
});
