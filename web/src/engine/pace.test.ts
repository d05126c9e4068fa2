import { describe, expect, it } from 'vitest';
import { changesOfMind, MAX_PACE_MS, type Occasion, paceMs } from './pace';

const SEEDS = Array.from({ length: 500 }, (_, i) => i * 7_919);
const ordinary: Occasion = { choices: 40, recaptures: false, inCheck: false, ply: 30, changes: 1 };
const mean = (occasion: Partial<Occasion>) =>
	SEEDS.reduce((sum, seed) => sum + paceMs({ ...ordinary, ...occasion }, seed), 0) / SEEDS.length;

describe('the pace of the computer', () => {
	it('is at most a second and a half', () => {
		for (const seed of SEEDS)
			for (const choices of [1, 2, 40, 120, 593])
				for (const changes of [0, 3, 40])
					for (const inCheck of [true, false]) {
						const ms = paceMs({ ...ordinary, choices, changes, inCheck }, seed);
						expect(ms).toBeGreaterThan(0);
						expect(ms).toBeLessThanOrEqual(MAX_PACE_MS);
					}
	});

	it('is much quicker for a forced move and a recapture', () => {
		expect(mean({ choices: 1 })).toBeLessThan(mean({}) / 2);
		expect(mean({ recaptures: true })).toBeLessThan(mean({}) * 0.6);
		for (const seed of SEEDS) expect(paceMs({ ...ordinary, choices: 1 }, seed)).toBeLessThanOrEqual(300);
	});

	it('is longer with more moves, after changes of the best move, and in check', () => {
		expect(mean({ choices: 100 })).toBeGreaterThan(mean({ choices: 20 }) + 100);
		expect(mean({ changes: 3 })).toBeGreaterThan(mean({ changes: 0 }) + 300);
		expect(mean({ inCheck: true })).toBeGreaterThan(mean({}));
	});

	it('is quicker in the opening', () => {
		expect(mean({ ply: 2 })).toBeLessThan(mean({ ply: 30 }));
	});

	it('varies with the seed, and is the same for the same seed', () => {
		const all = SEEDS.map((seed) => paceMs(ordinary, seed));
		expect(new Set(all).size).toBeGreaterThan(100);
		expect(SEEDS.map((seed) => paceMs(ordinary, seed))).toEqual(all);
	});
});

it('counts changes of the best move', () => {
	expect(changesOfMind([])).toBe(0);
	expect(changesOfMind(['7g7f', '7g7f', '2g2f', '7g7f'])).toBe(2);
});
