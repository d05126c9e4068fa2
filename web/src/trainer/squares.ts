/** Square names in the notations of each variant, and the next question. */

import { namingOf } from '../games/naming';
import { spokenSquare, squareAt, squareName } from '../rules/geometry';
import type { SquareName } from '../rules/module';
import { LOOKS, type VariantId } from '../rules/variant';

/** `76`, `7六` and `7g`; chess has one notation. */
export const NAMINGS = ['digits', 'kanji', 'letters'] as const;
export type Naming = (typeof NAMINGS)[number];

export function namingsOf(game: VariantId): readonly Naming[] {
	return LOOKS[game].checkered ? ['letters'] : NAMINGS;
}

export function squareAs(game: VariantId, square: SquareName, naming: Naming): string {
	const look = namingOf(game);
	if (naming === 'letters' && !look.checkered) return square;
	return naming === 'kanji' ? spokenSquare(square, look, true) : squareName(square, look);
}

export function nextSquare(game: VariantId, last: SquareName | null, random: () => number = Math.random): SquareName {
	const look = LOOKS[game];
	const all = Array.from({ length: look.files * look.ranks }, (_, i) =>
		squareAt({ column: i % look.files, row: Math.floor(i / look.files) }, look, 'first'),
	).filter((square) => square !== last);
	return all[Math.floor(random() * all.length)] ?? '1a';
}
