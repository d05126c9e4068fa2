/**
 * Puzzles of the days, reduced to what small pictures need and split into a few files, so that one day costs
 * little.
 */
import type { VariantId } from '../rules/variant.ts';
import { KINDS, type PuzzleKind } from './puzzle.ts';

export const BUCKETS = 8;

export function bucketOf(slot: number): number {
	return slot % BUCKETS;
}

export interface DayPuzzle {
	game: VariantId;
	id: string;
	kind: PuzzleKind;
	plies: number;
	position: string;
	/** Missing in files of earlier builds. */
	rating?: number;
}

export function readDay(text: string, slot: number): DayPuzzle[] {
	return text
		.split('\n')
		.map((line) => line.split('\t'))
		.filter(([, at]) => at === String(slot))
		.map(([game, , id = '', kind, plies, position = '', rating]) => ({
			game: game as VariantId,
			id,
			kind: KINDS[Number(kind)] ?? 'mate',
			plies: Number(plies),
			position,
			...(rating ? { rating: Number(rating) } : {}),
		}));
}
