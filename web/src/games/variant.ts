/** The four games and what the page must know about each before the rules are loaded. */

import type { GameName, SideName } from '../protocol';
import { TRAITS } from './traits';

export type VariantId = GameName;
export type Side = SideName;

export const VARIANT_IDS = [
	'shogi',
	'minishogi',
	'torishogi',
	'shogun',
] as const satisfies readonly VariantId[];

export function isVariantId(text: string): text is VariantId {
	return (VARIANT_IDS as readonly string[]).includes(text);
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

function lookOf(game: VariantId): Look {
	const { files, ranks, zoneRanks, textStyle } = TRAITS[game];
	const isChess = textStyle === 'chess';
	return {
		files,
		ranks,
		squareHeight: isChess ? 1 : 12 / 11,
		checkered: isChess,
		dots: isChess ? 0 : zoneRanks,
	};
}

export const LOOKS: Record<VariantId, Look> = {
	shogi: lookOf('shogi'),
	minishogi: lookOf('minishogi'),
	torishogi: lookOf('torishogi'),
	shogun: lookOf('shogun'),
};

/** Its players are White and Black and count as chess players do; it is written in FEN, UCI and SAN. */
export function isChess(game: VariantId): boolean {
	return TRAITS[game].textStyle === 'chess';
}
