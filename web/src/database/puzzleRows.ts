/** Rows of the puzzle stores (`open.ts`), written by `puzzles/keep.ts`. */
import type { VariantId } from '../rules/variant';

/** Mate by checks; the only winning move; the only move that does not lose. */
export type PuzzleKind = 'mate' | 'tactic' | 'defence';

/** Decided once, at the first mistake or at the solution. */
export type Result = 'clean' | 'helped' | 'missed';

export interface Rating {
	rating: number;
	/** The true strength is within two deviations with 95 % probability. */
	deviation: number;
	volatility: number;
}

export interface Review {
	/** Index into `INTERVALS_DAYS` of `puzzles/spacing.ts`. */
	step: number;
	/** Milliseconds since 1970. */
	dueAt: number;
}

export type Occasion = 'single' | 'day' | 'review' | 'sprint' | 'storm';

export interface SeenPuzzle {
	game: VariantId;
	id: string;
	/** Last time, in milliseconds since 1970. */
	at: number;
	review: Review | null;
}

export interface PuzzleResult {
	/** Auto-incremented by the database. */
	number?: number;
	game: VariantId;
	id: string;
	kind: PuzzleKind;
	plies: number;
	at: number;
	occasion: Occasion;
	result: Result;
	/** The player's new rating; null if unrated. */
	rating: number | null;
}

export interface KeptRating extends Rating {
	game: VariantId;
}

export interface SolvedDay {
	day: number;
	game: VariantId;
}
