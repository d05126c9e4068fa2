/** Arrows and circles on a board, as records keep them and as shogiground draws them. */
import type { DrawShape } from 'shogiground/draw';
import type * as sg from 'shogiground/types';
import { other, type Side } from '../games/variant';
import type { RecordShape } from '../records/record';
import { letterOf, roleOf } from './pieceSheet';

export type Color = RecordShape['color'];

export const COLORS: readonly Color[] = ['green', 'red', 'blue', 'yellow'];

/** Shogiground's names for its brushes: without a key, with Shift or Control, with Alt, with both. */
const BRUSHES: readonly string[] = ['primary', 'alternative0', 'alternative1', 'alternative2'];

/** An arrow of the page's own: what the engine would play, or what threatens. */
export interface Hint {
	from: string;
	to: string;
	/** How it looks: the best move, another one, a threat. */
	brush: 'best' | 'other' | 'threat';
}

/** What is drawn on a board beside its pieces. */
export interface Drawing {
	shapes: readonly RecordShape[];
	hints: readonly Hint[];
	/** Every stroke draws, in this colour; nothing where only the right mouse button does. */
	brush: Color | null;
	onchange: (shapes: RecordShape[]) => void;
}

const COLOR: Record<Side, sg.Color> = { first: 'sente', second: 'gote' };

/** A piece in hand is a letter with a star: a capital one for who is to move, a small one for the other side. */
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

/** Anew each time: shogiground adds to the list it is given. */
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

/** The shapes after a stroke that is not shogiground's; the same one again takes the shape away. */
export function withStroke(before: readonly RecordShape[], stroke: RecordShape): RecordShape[] {
	const known = before.find((one) => same(one, stroke));
	const others = before.filter((one) => one !== known);
	return known?.color === stroke.color ? others : [...others, stroke];
}

/**
 * The shapes after a stroke that shogiground reports with all others. With a brush the stroke has its colour,
 * whatever keys were held; the same stroke again takes the shape away.
 */
export function afterStroke(
	before: readonly RecordShape[],
	reported: readonly DrawShape[],
	mover: Side,
	brush: Color | null,
): RecordShape[] {
	// Records have no shapes that end in a hand.
	const shapes = reported.flatMap(({ orig, dest, brush: drawn }) =>
		typeof dest === 'string'
			? [{ from: placeText(orig, mover), to: dest, color: COLORS[BRUSHES.indexOf(drawn)] ?? 'green' }]
			: [],
	);
	if (brush === null) return shapes;
	const gone = before.find((shape) => !shapes.some((one) => same(one, shape)));
	// A stroke without keys takes away what is drawn in the first colour.
	if (gone) return gone.color === brush ? shapes : [...shapes, { ...gone, color: brush }];
	const stroke = shapes.find((shape) => !before.some((one) => same(one, shape) && one.color === shape.color));
	if (!stroke) return shapes;
	const others = shapes.filter((one) => one !== stroke);
	const known = before.find((one) => same(one, stroke));
	return known?.color === brush ? others : [...others, { ...stroke, color: brush }];
}
