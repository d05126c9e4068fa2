/** Square geometry and names. */

import type { SquareName } from './module';
import type { Look, Side } from './variant';

/** Column and row from the upper left corner, seen from `bottom`. */
export function placeOf(
	square: SquareName,
	look: Pick<Look, 'files' | 'ranks'>,
	bottom: Side,
): { column: number; row: number } {
	const file = Number.parseInt(square, 10);
	const rank = square.charCodeAt(square.length - 1) - 'a'.charCodeAt(0);
	return bottom === 'first'
		? { column: look.files - file, row: rank }
		: { column: file - 1, row: look.ranks - 1 - rank };
}

/** Inverse of {@link placeOf}. */
export function squareAt(
	place: { column: number; row: number },
	look: Pick<Look, 'files' | 'ranks'>,
	bottom: Side,
): SquareName {
	const file = bottom === 'first' ? look.files - place.column : place.column + 1;
	const rank = bottom === 'first' ? place.row : look.ranks - 1 - place.row;
	return `${file}${String.fromCharCode('a'.charCodeAt(0) + rank)}`;
}

export type Naming = Pick<Look, 'files' | 'ranks' | 'checkered'> & {
	/** Files in digits count from the left, a custom of some Tori Shogi players. */
	fromLeft?: boolean;
};

/** Square name in the game's notation: `76`, or `c5` on the chess board. */
export function squareName(square: SquareName, look: Naming): string {
	const file = Number.parseInt(square, 10);
	const rank = square.charCodeAt(square.length - 1) - 'a'.charCodeAt(0);
	if (!look.checkered) return `${look.fromLeft ? look.files + 1 - file : file}${rank + 1}`;
	return String.fromCharCode('a'.charCodeAt(0) + look.files - file) + (look.ranks - rank);
}

/** Square from move text: `7g`, or `e4` on the chess board. */
export function squareOfName(text: string, look: Pick<Look, 'files' | 'ranks' | 'checkered'>): SquareName {
	if (!look.checkered) return text;
	const file = look.files - (text.charCodeAt(0) - 'a'.charCodeAt(0));
	return `${file}${String.fromCharCode('a'.charCodeAt(0) + look.ranks - Number(text[1]))}`;
}

/** Square name for screen readers: a space parts digits that would be read as one number, `7六` in East Asia. */
export function spokenSquare(square: SquareName, look: Naming, kanjiRanks: boolean): string {
	const name = squareName(square, look);
	if (look.checkered) return name;
	const [file = '', rank = ''] = name;
	return kanjiRanks ? file + (KANJI[Number(rank) - 1] ?? rank) : `${file} ${rank}`;
}

/** Styles of the coordinates; `usual` depends on the variant and the page's language. */
export const COORDINATES = ['usual', 'numeric', 'kanji', 'letters', 'none'] as const;
export type Coordinates = (typeof COORDINATES)[number];

export interface Labels {
	/** Left to right. */
	files: string[];
	/** Top to bottom. */
	ranks: string[];
}

const KANJI = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const letter = (index: number) => String.fromCharCode('a'.charCodeAt(0) + index);

/** Coordinates seen from `bottom`, `null` for none. Files of the shogi family are digits in every style. */
export function coordinateLabels(
	look: Naming,
	bottom: Side,
	style: Exclude<Coordinates, 'none'>,
	kanji: boolean,
): Labels;
export function coordinateLabels(look: Naming, bottom: Side, style: Coordinates, kanji: boolean): Labels | null;
export function coordinateLabels(look: Naming, bottom: Side, style: Coordinates, kanji: boolean): Labels | null {
	if (style === 'none') return null;
	const count = (n: number) => Array.from({ length: n }, (_, i) => i);
	const files = count(look.files).map((i) => {
		if (!look.checkered) return String(look.fromLeft && style !== 'letters' ? i + 1 : look.files - i);
		return style === 'numeric' ? String(i + 1) : letter(i);
	});
	const ranks = count(look.ranks).map((i) => {
		// Chess: ranks count from below, files are letters.
		const number = look.checkered ? look.ranks - i : i + 1;
		if (style === 'kanji' || (style === 'usual' && kanji && !look.checkered))
			return KANJI[number - 1] ?? String(number);
		return style === 'letters' && !look.checkered ? letter(i) : String(number);
	});
	return bottom === 'first' ? { files, ranks } : { files: files.reverse(), ranks: ranks.reverse() };
}
