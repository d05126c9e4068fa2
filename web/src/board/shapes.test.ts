import { expect, it } from 'vitest';
import type { RecordShape } from '../records/record';
import { afterStroke, drawnHints, drawnShapes } from './shapes';

const arrow: RecordShape = { from: '7g', to: '7f', color: 'green' };
const drop: RecordShape = { from: 'P*', to: '5e', color: 'red' };

it('draws from squares and from both hands', () => {
	expect(drawnShapes([arrow, drop, { ...drop, from: 'p*' }], 'second')).toEqual([
		{ orig: '7g', dest: '7f', brush: 'primary' },
		{ orig: { role: 'piece-p', color: 'gote' }, dest: '5e', brush: 'alternative0' },
		{ orig: { role: 'piece-p', color: 'sente' }, dest: '5e', brush: 'alternative0' },
	]);
	expect(drawnHints([{ from: 'G*', to: '5b', brush: 'best' }], 'first')).toEqual([
		{ orig: { role: 'piece-g', color: 'sente' }, dest: '5b', brush: 'best' },
	]);
});

it('reads drawn shapes, with the colour of the modifier keys', () => {
	const shapes = [arrow, drop, { ...drop, from: 'p*', color: 'yellow' } as const];
	expect(afterStroke([], drawnShapes(shapes, 'first'), 'first', null)).toEqual(shapes);
});

it('a shape that ends in a hand is dropped, since records cannot hold it', () => {
	const inHand: RecordShape = { from: 'P*', to: 'P*', color: 'green' };
	const reported = drawnShapes([arrow, inHand, { ...arrow, to: 'p*' }], 'first');
	expect(afterStroke([arrow], reported, 'first', null)).toEqual([arrow]);
	expect(afterStroke([arrow], reported, 'first', 'red')).toEqual([arrow]);
});

it('draws in the chosen colour, and the same stroke again takes it away', () => {
	const stroke = drawnShapes([arrow], 'first');
	const blue = afterStroke([], stroke, 'first', 'blue');
	expect(blue).toEqual([{ ...arrow, color: 'blue' }]);
	// Shogiground replaces a shape of another colour by the stroke.
	expect(afterStroke(blue, stroke, 'first', 'blue')).toEqual([]);
	expect(afterStroke(blue, stroke, 'first', 'red')).toEqual([{ ...arrow, color: 'red' }]);
	expect(afterStroke([arrow], [], 'first', 'green')).toEqual([]);
	expect(afterStroke([drop], drawnShapes([drop, arrow], 'first'), 'first', 'red')).toEqual([
		drop,
		{ ...arrow, color: 'red' },
	]);
});

it('a green shape drawn over in green goes, drawn over in another colour changes', () => {
	expect(afterStroke([arrow, drop], drawnShapes([drop], 'first'), 'first', 'green')).toEqual([drop]);
	expect(afterStroke([arrow, drop], drawnShapes([drop], 'first'), 'first', 'blue')).toEqual([
		drop,
		{ ...arrow, color: 'blue' },
	]);
});
