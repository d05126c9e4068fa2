import { expect, it } from 'vitest';
import { mostUrgentFirst, shownOf } from './gameLine';

it('games in which the player is to move come first, then the latest', () => {
	const lines = [
		{ id: 'old', mine: false, at: 1 },
		{ id: 'new', mine: false, at: 9 },
		{ id: 'waits', mine: true, at: 2 },
		{ id: 'waits longer', mine: true, at: 1 },
	];
	expect(mostUrgentFirst(lines).map(({ id }) => id)).toEqual(['waits', 'waits longer', 'new', 'old']);
});

it('a long list is cut, unless only one entry would be left out', () => {
	const lines = [1, 2, 3, 4, 5, 6];
	expect(shownOf(lines.slice(0, 5), false)).toHaveLength(5);
	expect(shownOf(lines, false)).toEqual([1, 2, 3, 4]);
	expect(shownOf(lines, true)).toEqual(lines);
});
