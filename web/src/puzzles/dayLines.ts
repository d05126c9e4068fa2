/** The puzzles of the days as small pictures need them, in a few files by day: whoever sees one day fetches little. */
import type { VariantId } from '../games/variant.ts';
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
	/** How hard it is; not known to the files of an earlier build. */
	rating?: number;
}

/** The puzzles of a slot, out of the lines of its bucket. */
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
