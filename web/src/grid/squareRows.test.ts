import { expect, it } from 'vitest';
import { LOOKS } from '../rules/variant';
import { squareRows } from './squareRows';

it('lists squares as displayed, from the upper left', () => {
	const below = squareRows(LOOKS.minishogi, 'first');
	expect(below.map((row) => row.join(' '))).toEqual([
		'5a 4a 3a 2a 1a',
		'5b 4b 3b 2b 1b',
		'5c 4c 3c 2c 1c',
		'5d 4d 3d 2d 1d',
		'5e 4e 3e 2e 1e',
	]);
	const above = squareRows(LOOKS.minishogi, 'second');
	expect(above).toEqual(below.map((row) => [...row].reverse()).reverse());
});
