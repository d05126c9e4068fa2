/**
 * The fields of a position text, SFEN or FEN, where the page looks into one before the rules are loaded or many at
 * once. Whether a position can be played is for the rules to say.
 */

import { TRAITS } from '../games/traits.ts';
import { other, type Side, type VariantId } from '../games/variant.ts';

/** The letters of the sides by which they are to move. */
const LETTERS = {
	shogi: { first: 'b', second: 'w' },
	chess: { first: 'w', second: 'b' },
} as const;

export function sideLetter(game: VariantId, side: Side): string {
	return LETTERS[TRAITS[game].textStyle][side];
}

/** The side to move; the first one where the text is no position, as the name of a handicap or nothing. */
export function sideToMove(game: VariantId, position: string): Side {
	return position.trim().split(/\s+/)[1] === sideLetter(game, 'second') ? 'second' : 'first';
}

/** Pieces of a kind in hand. */
export interface Held {
	letter: string;
	count: number;
}

/** What a side has in hand, in the order of the text. */
export function handOf(game: VariantId, position: string, side: Side): Held[] {
	const isChess = TRAITS[game].textStyle === 'chess';
	const text = isChess ? (/\[([^\]]*)\]/.exec(position)?.[1] ?? '') : (position.trim().split(/\s+/)[2] ?? '');
	const held = new Map<string, number>();
	for (const [, count = '', letter = ''] of text.matchAll(/(\d*)([A-Za-z])/g)) {
		const owner = letter === letter.toUpperCase() ? 'first' : 'second';
		if (owner !== side) continue;
		const kind = letter.toUpperCase();
		held.set(kind, (held.get(kind) ?? 0) + Number(count || 1));
	}
	return [...held].map(([letter, count]) => ({ letter, count }));
}

/** The position after a null move; it must not be one of check, which the rules see when it is read. */
export function afterNullMove(game: VariantId, position: string): string {
	const fields = position.split(' ');
	fields[1] = sideLetter(game, other(sideToMove(game, position)));
	// A capture en passant is lost with the move.
	if (TRAITS[game].textStyle === 'chess' && fields.length > 3) fields[3] = '-';
	return fields.join(' ');
}
