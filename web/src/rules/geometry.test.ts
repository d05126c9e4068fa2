import { describe, expect, it } from 'vitest';
import { type Coordinates, coordinateLabels, placeOf, spokenSquare, squareAt, squareName } from './geometry';
import { LOOKS } from './variant';

describe('placeOf', () => {
	it('puts 9a in the upper left corner seen from the first side', () => {
		expect(placeOf('9a', LOOKS.shogi, 'first')).toEqual({ column: 0, row: 0 });
		expect(placeOf('1i', LOOKS.shogi, 'first')).toEqual({ column: 8, row: 8 });
	});
	it('turns by 180 degrees seen from the second side', () => {
		expect(placeOf('9a', LOOKS.shogi, 'second')).toEqual({ column: 8, row: 8 });
		expect(placeOf('2g', LOOKS.torishogi, 'second')).toEqual({ column: 1, row: 0 });
	});
});

it('names squares as players do', () => {
	expect(squareName('7f', LOOKS.shogi)).toBe('76');
	expect(squareName('8h', LOOKS.shogun)).toBe('a1');
	expect(squareName('1a', LOOKS.shogun)).toBe('h8');
});

it('counts the files from the left where the setting says so', () => {
	const naming = { ...LOOKS.torishogi, fromLeft: true };
	expect(squareName('3c', naming)).toBe('53');
	expect(squareName('4d', naming)).toBe('44');
	expect(spokenSquare('3c', naming, false)).toBe('5 3');
	const files = (bottom: 'first' | 'second', style: Coordinates = 'usual') =>
		coordinateLabels(naming, bottom, style, false)?.files.join('');
	expect(files('first')).toBe('1234567');
	expect(files('second')).toBe('7654321');
	expect(files('first', 'letters')).toBe('7654321');
});

it('labels the edges', () => {
	expect(coordinateLabels(LOOKS.shogi, 'first', 'usual', false)?.files.join('')).toBe('987654321');
	expect(coordinateLabels(LOOKS.minishogi, 'second', 'usual', false)).toEqual({
		files: ['1', '2', '3', '4', '5'],
		ranks: ['5', '4', '3', '2', '1'],
	});
	expect(coordinateLabels(LOOKS.torishogi, 'first', 'usual', true)?.ranks.join('')).toBe('一二三四五六七');
	expect(coordinateLabels(LOOKS.shogun, 'first', 'usual', true)).toEqual({
		files: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
		ranks: ['8', '7', '6', '5', '4', '3', '2', '1'],
	});
});

it('labels the edges in the chosen style', () => {
	const ranks = (game: keyof typeof LOOKS, style: Coordinates) =>
		coordinateLabels(LOOKS[game], 'first', style, true)?.ranks.join('');
	expect(ranks('minishogi', 'numeric')).toBe('12345');
	expect(ranks('minishogi', 'kanji')).toBe('一二三四五');
	expect(ranks('minishogi', 'letters')).toBe('abcde');
	expect(ranks('shogun', 'kanji')).toBe('八七六五四三二一');
	expect(ranks('shogun', 'letters')).toBe('87654321');
	expect(coordinateLabels(LOOKS.shogun, 'first', 'numeric', false)?.files.join('')).toBe('12345678');
	for (const { checkered, files, ranks: count } of Object.values(LOOKS))
		expect(coordinateLabels({ checkered, files, ranks: count }, 'first', 'none', false)).toBeNull();
});

it('finds the square at a place from either side', () => {
	for (const look of Object.values(LOOKS))
		for (const bottom of ['first', 'second'] as const)
			for (let row = 0; row < look.ranks; row++)
				for (let column = 0; column < look.files; column++)
					expect(placeOf(squareAt({ column, row }, look, bottom), look, bottom)).toEqual({ column, row });
});

it('separates the digits of a square for screen readers', () => {
	expect(spokenSquare('7f', LOOKS.shogi, false)).toBe('7 6');
	expect(spokenSquare('7f', LOOKS.shogi, true)).toBe('7六');
	expect(spokenSquare('8h', LOOKS.shogun, true)).toBe('a1');
});
