/**
 * Furigoma: the toss of five pawns for the sides. With three or more 歩 the tosser plays first, with three or more と
 * second.
 */

import type { Face, Furigoma } from '../protocol';
import { TRAITS } from '../rules/traits';
import type { VariantId } from '../rules/variant';
import { readSession, writeSession } from '../store/session';

export type { Face };
export type Toss = Furigoma;

export const FACE_TEXT: Record<Face, string> = { pawn: '歩', tokin: 'と' };

/** `true` for even games of the variants with this custom. */
export function isTossedFor(game: VariantId, handicap: boolean): boolean {
	return TRAITS[game].furigoma && !handicap;
}

export function pawnsUp({ faces }: Pick<Toss, 'faces'>): number {
	return faces.filter((face) => face === 'pawn').length;
}

/** Tosses five pawns, one random bit each. */
export function toss(random: () => number = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0): Toss {
	const bits = random();
	const face = (pawn: number): Face => ((bits >> pawn) & 1 ? 'pawn' : 'tokin');
	const faces: Furigoma['faces'] = [face(0), face(1), face(2), face(3), face(4)];
	return { tosser: pawnsUp({ faces }) >= 3 ? 'first' : 'second', faces };
}

export function isToss(value: unknown): value is Toss {
	const given = value as Toss | null;
	return (
		(given?.tosser === 'first' || given?.tosser === 'second') &&
		Array.isArray(given.faces) &&
		given.faces.length === 5 &&
		given.faces.every((face) => face === 'pawn' || face === 'tokin')
	);
}

const STORAGE_KEY = 'komadai.furigoma.';

export function hasSeen(id: string): boolean {
	return readSession(STORAGE_KEY + id) !== null;
}

export function remember(id: string): void {
	writeSession(STORAGE_KEY + id, '1');
}
