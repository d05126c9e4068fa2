// Generated. Do not edit: KOMADAI_WRITE_TYPES=1 cargo test -p komadai-wasm-rules typescript
import type { GameName } from '../protocol';

/** Part of the variant's spec that the page needs before the rules are loaded. */
export interface GameTraits {
	files: number;
	ranks: number;
	/** Ranks of a promotion zone. */
	zoneRanks: number;
	/** Positions in SFEN, moves in USI; or FEN and UCI. */
	textStyle: 'shogi' | 'chess';
	/** Two moves, one of each side, share a number. */
	sharedMoveNumbers: boolean;
	castles: boolean;
	/** The sides of an even game are drawn by furigoma. */
	furigoma: boolean;
}

export const TRAITS: Readonly<Record<GameName, GameTraits>> = {
	shogi: {
		files: 9,
		ranks: 9,
		zoneRanks: 3,
		textStyle: 'shogi',
		sharedMoveNumbers: false,
		castles: false,
		furigoma: true,
	},
	minishogi: {
		files: 5,
		ranks: 5,
		zoneRanks: 1,
		textStyle: 'shogi',
		sharedMoveNumbers: false,
		castles: false,
		furigoma: true,
	},
	torishogi: {
		files: 7,
		ranks: 7,
		zoneRanks: 2,
		textStyle: 'shogi',
		sharedMoveNumbers: false,
		castles: false,
		furigoma: false,
	},
	shogun: {
		files: 8,
		ranks: 8,
		zoneRanks: 3,
		textStyle: 'chess',
		sharedMoveNumbers: true,
		castles: true,
		furigoma: false,
	},
};
