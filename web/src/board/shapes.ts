/** Arrows and circles, in records and in shogiground. */
import type { DrawShape } from 'shogiground/draw';
import type * as sg from 'shogiground/types';
import type { RecordShape } from '../records/record';
import { other, type Side } from '../rules/variant';
import { letterOf, roleOf } from './pieceSheet';

export type Color = RecordShape['color'];

export const COLORS: readonly Color[] = ['green', 'red', 'blue', 'yellow'];

/** Shogiground's brushes: no modifier, Shift or Control, Alt, both. */
const BRUSHES: readonly string[] = ['primary', 'alternative0', 'alternative1', 'alternative2'];

export interface Hint {
	from: string;
	to: string;
	brush: 'best' | 'other' | 'threat';
}

export interface Drawing {
	shapes: readonly RecordShape[];
	hints: readonly Hint[];
	/** Colour of every stroke; null if only the right mouse button draws. */
	brush: Color | null;
	onchange: (shapes: RecordShape[]) => void;
}

const COLOR: Record<Side, sg.Color> = { first: 'sente', second: 'gote' };

/** Square, or a piece in hand as a letter with `*`: upper case for the side to move. */
function place(text: string, mover: Side): sg.Key | sg.Piece {
	const letter = /^([A-Za-z])\*$/.exec(text)?.[1];
	if (letter === undefined) return text as sg.Key;
	const side = letter === letter.toUpperCase() ? mover : other(mover);
	return { role: roleOf(letter.toUpperCase()), color: COLOR[side] };
}

function placeText(place: sg.Key | sg.Piece, mover: Side): string {
	if (typeof place === 'string') return place;
	const letter = letterOf(place.role);
	return `${place.color === COLOR[mover] ? letter : letter.toLowerCase()}*`;
}

/** A new array each time, because shogiground appends to it. */
export function drawnShapes(shapes: readonly RecordShape[], mover: Side): DrawShape[] {
	return shapes.map(({ from, to, color }) => ({
		orig: place(from, mover),
		dest: place(to, mover),
		brush: BRUSHES[COLORS.indexOf(color)] ?? 'primary',
	}));
}

export function drawnHints(hints: readonly Hint[], mover: Side): DrawShape[] {
	return hints.map(({ from, to, brush }) => ({ orig: place(from, mover), dest: place(to, mover), brush }));
}

const same = (one: RecordShape, another: RecordShape) => one.from === another.from && one.to === another.to;

/** Shapes after a stroke made outside shogiground; a repeated stroke removes its shape. */
export function withStroke(before: readonly RecordShape[], stroke: RecordShape): RecordShape[] {
	const known = before.find((one) => same(one, stroke));
	const others = before.filter((one) => one !== known);
	return known?.color === stroke.color ? others : [...others, stroke];
}

/** Shapes after a reported stroke. `brush` overrides modifier keys; a repeated stroke removes its shape. */
export function afterStroke(
	before: readonly RecordShape[],
	reported: readonly DrawShape[],
	mover: Side,
	brush: Color | null,
): RecordShape[] {
	// Records cannot hold shapes that end in a hand.
	const shapes = reported.flatMap(({ orig, dest, brush: drawn }) =>
		typeof dest === 'string'
			? [{ from: placeText(orig, mover), to: dest, color: COLORS[BRUSHES.indexOf(drawn)] ?? 'green' }]
			: [],
	);
	if (brush === null) return shapes;
	const gone = before.find((shape) => !shapes.some((one) => same(one, shape)));
	// A stroke without modifiers removes a shape of the first colour.
	if (gone) return gone.color === brush ? shapes : [...shapes, { ...gone, color: brush }];
	const stroke = shapes.find((shape) => !before.some((one) => same(one, shape) && one.color === shape.color));
	if (!stroke) return shapes;
	const others = shapes.filter((one) => one !== stroke);
	const known = before.find((one) => same(one, stroke));
	return known?.color === brush ? others : [...others, { ...stroke, color: brush }];
}
