import { expect, it } from 'vitest';
import { isToss, isTossedFor, pawnsUp, toss } from './furigoma';

it('gives each side 16 of the 32 ways five pawns can fall', () => {
	let first = 0;
	const seen = new Set<string>();
	for (let bits = 0; bits < 32; bits++) {
		const one = toss(() => bits);
		expect(one.tosser).toBe(pawnsUp(one) >= 3 ? 'first' : 'second');
		expect(isToss(one)).toBe(true);
		seen.add(one.faces.join());
		if (one.tosser === 'first') first += 1;
	}
	expect(first).toBe(16);
	expect(seen.size).toBe(32);
});

it('uses the browser’s random numbers, and every pawn falls both ways', () => {
	const counts = [0, 0, 0, 0, 0];
	for (let i = 0; i < 4_000; i++)
		toss().faces.forEach((face, pawn) => {
			if (face === 'pawn') counts[pawn] = (counts[pawn] ?? 0) + 1;
		});
	// Mean 2,000, standard deviation 32: eight standard deviations.
	for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(256);
});

it('applies to even games of Shogi and Minishogi', () => {
	expect(isTossedFor('shogi', false)).toBe(true);
	expect(isTossedFor('minishogi', false)).toBe(true);
	expect(isTossedFor('shogi', true)).toBe(false);
	expect(isTossedFor('torishogi', false)).toBe(false);
	expect(isTossedFor('shogun', false)).toBe(false);
});

it('rejects values that are no toss', () => {
	for (const value of [
		null,
		undefined,
		1,
		{},
		{ tosser: 'first', faces: [] },
		{ tosser: 'x', faces: Array(5).fill('pawn') },
	])
		expect(isToss(value)).toBe(false);
});
