import { expect, it } from 'vitest';
import type { Color } from '../board/shapes';
import type { RecordShape } from '../records/record';
import { KeyboardStroke } from './keyboardStroke.svelte';

function board(brush: Color | null) {
	const now = { brush, shapes: [] as RecordShape[], said: [] as unknown[] };
	const stroke = new KeyboardStroke({
		brush: () => now.brush,
		shapes: () => now.shapes,
		onchange: (shapes) => {
			now.shapes = shapes;
		},
		say: (what) => now.said.push(what),
	});
	return { now, stroke };
}

it('draws an arrow from one square to another, and a circle around one', () => {
	const { now, stroke } = board('red');
	expect(stroke.choose('7g')).toBe(true);
	expect(now.shapes).toEqual([]);
	expect(stroke.from).toBe('7g');
	stroke.choose('7e');
	stroke.choose('5e');
	stroke.choose('5e');
	expect(now.shapes).toEqual([
		{ from: '7g', to: '7e', color: 'red' },
		{ from: '5e', to: '5e', color: 'red' },
	]);
	expect(now.said).toEqual([{ from: '7g' }, { drawn: true }, { from: '5e' }, { drawn: true }]);
});

it('draws from a hand, never to one', () => {
	const { now, stroke } = board('green');
	stroke.choose('7g');
	stroke.choose('P*');
	stroke.choose('5e');
	expect(now.shapes).toEqual([{ from: 'P*', to: '5e', color: 'green' }]);
});

it('removes a repeated stroke, and redraws it in another colour', () => {
	const { now, stroke } = board('green');
	const draw = () => {
		stroke.choose('7g');
		stroke.choose('7e');
	};
	draw();
	now.brush = 'blue';
	draw();
	expect(now.shapes).toEqual([{ from: '7g', to: '7e', color: 'blue' }]);
	draw();
	expect(now.shapes).toEqual([]);
	expect(now.said.at(-1)).toEqual({ drawn: false });
});

it('ignores squares while not drawing', () => {
	const { now, stroke } = board(null);
	expect(stroke.choose('7g')).toBe(false);
	expect(stroke.clear()).toBe(false);
	expect(now.said).toEqual([]);
});
