/** Variants, sides and board geometry, without the rules module. */

import type { GameName, SideName } from '../protocol';
import { TRAITS } from './traits';

export type VariantId = GameName;
export type Side = SideName;

export const VARIANT_IDS = ['shogi', 'minishogi', 'torishogi', 'shogun'] as const satisfies readonly VariantId[];

export function isVariantId(text: string): text is VariantId {
	return (VARIANT_IDS as readonly string[]).includes(text);
}

export function other(side: Side): Side {
	return side === 'first' ? 'second' : 'first';
}

/** Board geometry. Legality comes from the rules module. */
export interface Look {
	files: number;
	ranks: number;
	/** Height of a square divided by its width. */
	squareHeight: number;
	checkered: boolean;
	/** Distance in lines from the edges to the dots; 0 for none. */
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

/** `true` for Shogun Chess: White and Black, FEN, UCI and SAN. */
export function isChess(game: VariantId): boolean {
	return TRAITS[game].textStyle === 'chess';
}
