/** Interface to the engine for puzzles. The page uses the engine's Worker, tests a table. */
import type { VariantId } from '../rules/variant';

export interface Asked {
	game: VariantId;
	position: string;
	moves: readonly string[];
}

export type Proof = 'mate' | 'no-mate' | 'unknown';

/** Answer to an attacker's move. */
export interface Defence {
	/** The longest defence or a refutation; null if there is no legal move. */
	move: string | null;
	result: Proof;
	plies: number;
}

export interface Search {
	/** Null if there is no legal move. */
	move: string | null;
	/** Expected score for the side to move, in thousandths. */
	win: number;
}

export interface Solver {
	/** The best defence after an attacker's move. Only mates within `plies` count; null means no limit. */
	defend(asked: Asked, plies: number | null): Promise<Defence>;
	/** Moves of a mate within `plies`, with the attacker to move; empty if none is found. */
	mate(asked: Asked, plies: number): Promise<readonly string[]>;
	search(asked: Asked): Promise<Search>;
}
