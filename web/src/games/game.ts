/** The four games and what the page must know about each before the rules are loaded. */

import type { GameName, SideName } from '../protocol';

export type GameId = GameName;
export type Side = SideName;

export const GAME_IDS = ['shogi', 'minishogi', 'torishogi', 'shogun'] as const satisfies readonly GameId[];

export function isGameId(text: string): text is GameId {
	return (GAME_IDS as readonly string[]).includes(text);
}

export function other(side: Side): Side {
	return side === 'first' ? 'second' : 'first';
}

/** How a game is drawn. Everything about what is legal comes from the rules module instead. */
export interface Look {
	/** Squares across. */
	files: number;
	/** Squares up. */
	ranks: number;
	/** Height of a square divided by its width. */
	squareHeight: number;
	/** Two alternating square colours instead of lines. */
	checkered: boolean;
	/** Lines (counted from either edge) that carry a dot where they cross; none for a chess board. */
	dots: number;
}

export const LOOKS: Record<GameId, Look> = {
	shogi: {
		files: 9,
		ranks: 9,
		squareHeight: 12 / 11,
		checkered: false,
		dots: 3,
	},
	minishogi: {
		files: 5,
		ranks: 5,
		squareHeight: 12 / 11,
		checkered: false,
		dots: 1,
	},
	torishogi: {
		files: 7,
		ranks: 7,
		squareHeight: 12 / 11,
		checkered: false,
		dots: 2,
	},
	shogun: {
		files: 8,
		ranks: 8,
		squareHeight: 1,
		checkered: true,
		dots: 0,
	},
};
