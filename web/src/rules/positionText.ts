/**
 * Fields of an SFEN or FEN, for code that runs before the rules are loaded or on many positions. No
 * validation.
 */

import { TRAITS } from './traits.ts';
import { other, type Side, type VariantId } from './variant.ts';

const LETTERS = {
	shogi: { first: 'b', second: 'w' },
	chess: { first: 'w', second: 'b' },
} as const;

export function sideLetter(game: VariantId, side: Side): string {
	return LETTERS[TRAITS[game].textStyle][side];
}

/** The side to move; the first side if the text is no position (the name of a handicap, or empty). */
export function sideToMove(game: VariantId, position: string): Side {
	return position.trim().split(/\s+/)[1] === sideLetter(game, 'second') ? 'second' : 'first';
}

export interface Held {
	letter: string;
	count: number;
}

/** Kinds in the order of the text. */
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

/**
 * The position after a null move. The side to move must not be in check; the rules report that when they
 * parse it.
 */
export function afterNullMove(game: VariantId, position: string): string {
	const fields = position.split(' ');
	fields[1] = sideLetter(game, other(sideToMove(game, position)));
	// A null move forfeits the right to capture en passant.
	if (TRAITS[game].textStyle === 'chess' && fields.length > 3) fields[3] = '-';
	return fields.join(' ');
}
