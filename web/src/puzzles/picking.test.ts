import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VARIANT_IDS } from '../rules/variant';
import { ANYTHING, LENGTHS, lengthsOf, nextPuzzle, runRating, soughtRating, themeCounts } from './picking';
import { readLines, THEMES, type Theme, writeLine } from './puzzle';
import { afterPuzzle, BEGINNER } from './rating';

const text = Array.from({ length: 120 }, (_, i) =>
	writeLine({
		id: `id${String(i).padStart(6, '0')}`,
		kind: i % 3 === 0 ? 'tactic' : 'mate',
		position: '9/9 b - 1',
		plies: [1, 3, 5, 7, 9, 13, 17][i % 7] ?? 1,
		moves: ['G*5b'],
		themes: i % 4 === 0 ? [THEMES[i % THEMES.length] as Theme, 'en-passant'] : [],
		rating: 1000 + 10 * i,
	}),
).join('\n');
const all = readLines('shogi', text);
const wanted = { filter: ANYTHING, rating: 1500, seen: new Map<string, number>(), chance: 0 };

describe('the next puzzle', () => {
	it('is near the rating of the player, whatever the random value', () => {
		for (const rating of [900, 1500, 2300])
			for (const chance of [0, 0.3, 0.999]) {
				const picked = nextPuzzle(all, { ...wanted, rating, chance })?.rating ?? 0;
				const nearest = Math.min(2190, Math.max(1000, rating));
				expect(Math.abs(picked - nearest)).toBeLessThanOrEqual(120);
			}
	});
	it('is easy for a new player, and near the rating of a known one', () => {
		expect(soughtRating(BEGINNER)).toBeLessThan(BEGINNER.rating - 200);
		let player = BEGINNER;
		for (let i = 0; i < 30; i += 1) player = afterPuzzle(player, { rating: soughtRating(player) }, i % 2 === 0);
		expect(player.rating - soughtRating(player)).toBeLessThan(30);
	});
	it('has the chosen kind and length; all long mates count as one length', () => {
		for (const plies of [1, 3, 11]) {
			const picked = nextPuzzle(all, { ...wanted, filter: { ...ANYTHING, kind: 'mate', plies } });
			expect(picked?.kind).toBe('mate');
			expect(Math.min(picked?.plies ?? 0, 11)).toBe(plies);
		}
		expect(lengthsOf(all, 'mate')).toEqual([1, 3, 5, 7, 9, 11]);
		expect(nextPuzzle(all, { ...wanted, filter: { ...ANYTHING, kind: 'defence' } })).toBeUndefined();
	});
	it('has the chosen theme; theme counts match the puzzles', () => {
		expect(all[4]?.themes).toEqual([THEMES[4], 'en-passant']);
		const picked = nextPuzzle(all, { ...wanted, filter: { ...ANYTHING, theme: 'drop' } });
		expect(picked?.themes).toContain('drop');
		const counts = themeCounts(all, { ...ANYTHING, kind: 'tactic' });
		expect(counts).toContainEqual({ theme: 'en-passant', count: 10 });
		expect(counts.every(({ count }) => count > 0)).toBe(true);
		expect(themeCounts(all, { ...ANYTHING, kind: 'defence' })).toEqual([]);
	});
	it('is an unseen one; then the one seen longest ago, and never the same twice in a row', () => {
		const seen = new Map(all.slice(1).map(({ id }, i) => [id, 1_000 + i]));
		expect(nextPuzzle(all, { ...wanted, seen })?.id).toBe(all[0]?.id);
		seen.set(all[0]?.id ?? '', 9_999);
		expect(nextPuzzle(all, { ...wanted, seen })?.id).toBe(all[1]?.id);
		expect(nextPuzzle(all, { ...wanted, seen, but: all[1]?.id })?.id).toBe(all[2]?.id);
	});
	it('starts easy in a run and gets harder', () => {
		expect(runRating(1500, 0)).toBeLessThan(1200);
		expect(runRating(1500, 20)).toBeGreaterThan(1500 - 200);
	});
});

it('offers the lengths that exist', () => {
	for (const game of VARIANT_IDS) {
		const file = new URL(`../../../crates/lab/puzzles/${game}.jsonl`, import.meta.url);
		const [, ...lines] = readFileSync(file, 'utf8').split('\n').filter(Boolean);
		const puzzles = lines.map((line) => JSON.parse(line));
		expect(lengthsOf(puzzles, 'mate'), game).toEqual(LENGTHS);
	}
});
