import { language } from '../i18n/language';
import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';

type Names = Record<string, () => string>;

const SHOGI: Names = {
	K: m.piece_king,
	R: m.piece_rook,
	B: m.piece_bishop,
	G: m.piece_gold,
	S: m.piece_silver,
	N: m.piece_knight,
	L: m.piece_lance,
	P: m.piece_pawn,
	pR: m.piece_dragon,
	pB: m.piece_horse,
	pS: m.piece_promoted_silver,
	pN: m.piece_promoted_knight,
	pL: m.piece_promoted_lance,
	pP: m.piece_tokin,
};

const PIECES: Record<VariantId, Names> = {
	shogi: SHOGI,
	minishogi: SHOGI,
	torishogi: {
		K: m.bird_phoenix,
		S: m.bird_swallow,
		F: m.bird_falcon,
		C: m.bird_crane,
		P: m.bird_pheasant,
		L: m.bird_left_quail,
		R: m.bird_right_quail,
		pS: m.bird_goose,
		pF: m.bird_eagle,
	},
	shogun: {
		K: m.chess_king,
		P: m.chess_pawn,
		N: m.chess_knight,
		B: m.chess_bishop,
		R: m.chess_rook,
		F: m.chess_duchess,
		pP: m.chess_captain,
		pN: m.chess_general,
		pB: m.chess_archbishop,
		pR: m.chess_mortar,
		pF: m.chess_queen,
	},
};

/** Name of a piece letter (`P`, promoted `pP`); an unknown letter is returned unchanged. */
export function pieceName(game: VariantId, letter: string): string {
	return PIECES[game][letter]?.() ?? letter;
}

const SAYING_PROMOTED: readonly unknown[] = [m.piece_promoted_silver, m.piece_promoted_knight, m.piece_promoted_lance];

export function hidesPromotion(game: VariantId, letter: string): boolean {
	return letter.startsWith('p') && !SAYING_PROMOTED.includes(PIECES[game][letter]);
}

export function pieceInSentence(game: VariantId, letter: string): string {
	const name = pieceName(game, letter);
	return language().hasCase ? name.toLowerCase() : name;
}
