/** What a puzzle asks the engine. The page answers with the engine's Worker, tests with a list. */
import type { VariantId } from '../games/variant';

/** The position after some moves of a puzzle. */
export interface Asked {
	game: VariantId;
	position: string;
	moves: readonly string[];
}

export type Proof = 'mate' | 'no-mate' | 'unknown';

/** How a mate is defended, with the defender to move. */
export interface Defence {
	/** The longest defence, or one that refutes; null where there is no move. */
	move: string | null;
	result: Proof;
	/** Half-moves until mate. */
	plies: number;
}

export interface Search {
	/** Null where there is no move. */
	move: string | null;
	/** Thousandths of a win to be expected for the side to move. */
	win: number;
}

export interface Solver {
	/** The best defence where the attacker has just moved; mates in more than `plies` do not count, unless it is null. */
	defend(asked: Asked, plies: number | null): Promise<Defence>;
	/** The moves of a mate in at most `plies`, with the attacker to move; none where none is found. */
	mate(asked: Asked, plies: number): Promise<readonly string[]>;
	/** A short search at full strength. */
	search(asked: Asked): Promise<Search>;
}
