/** What games, sides, pieces and handicaps are called in the page's language. */
import { locale } from '../i18n/locale.svelte';
import { m } from '../paraglide/messages';
import type { PlayerInfo } from '../protocol';
import type { GameId, Side } from './game';

export const gameName: Record<GameId, () => string> = {
	shogi: m.game_shogi,
	minishogi: m.game_minishogi,
	torishogi: m.game_torishogi,
	shogun: m.game_shogun,
};

export const gameLine: Record<GameId, () => string> = {
	shogi: m.line_shogi,
	minishogi: m.line_minishogi,
	torishogi: m.line_torishogi,
	shogun: m.line_shogun,
};

export const aboutGame: Record<GameId, (() => string)[]> = {
	shogi: [m.about_shogi_1, m.about_shogi_2],
	minishogi: [m.about_minishogi_1, m.about_minishogi_2],
	torishogi: [m.about_torishogi_1, m.about_torishogi_2],
	shogun: [m.about_shogun_1, m.about_shogun_2],
};

/** The players' names by rule: chess players are White and Black, giver and receiver of odds have their own. */
export function sideName(game: GameId, side: Side, handicap = false): string {
	if (game === 'shogun') return side === 'first' ? m.side_white() : m.side_black();
	if (handicap) return side === 'first' ? m.side_shitate() : m.side_uwate();
	return side === 'first' ? m.side_sente() : m.side_gote();
}

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

const PIECES: Record<GameId, Names> = {
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

/** `letter` is the piece's letter, with `p` before it when promoted. An unknown one is shown as it is. */
export function pieceName(game: GameId, letter: string): string {
	return PIECES[game][letter]?.() ?? letter;
}

/** The name inside a sentence: English writes it small. */
export function pieceInSentence(game: GameId, letter: string): string {
	const name = pieceName(game, letter);
	return locale() === 'en' ? name.toLowerCase() : name;
}

/** What a player is called: guests have letters of their own instead of a name. */
export function playerName({ name, guest }: PlayerInfo): string {
	return guest ? m.player_guest({ tag: name }) : name;
}

const HANDICAPS: Names = {
	'weaker-first': m.handicap_weaker_first,
	'stronger-first': m.handicap_stronger_first,
	lance: m.handicap_lance,
	'right-lance': m.handicap_right_lance,
	bishop: m.handicap_bishop,
	rook: m.handicap_rook,
	'rook-lance': m.handicap_rook_lance,
	'two-piece': m.handicap_two_piece,
	'three-piece': m.handicap_three_piece,
	'four-piece': m.handicap_four_piece,
	'five-piece': m.handicap_five_piece,
	'six-piece': m.handicap_six_piece,
	'seven-piece': m.handicap_seven_piece,
	'eight-piece': m.handicap_eight_piece,
	'eight-piece-golds': m.handicap_eight_piece_golds,
	'nine-piece': m.handicap_nine_piece,
	'ten-piece': m.handicap_ten_piece,
	'three-pawns': m.handicap_three_pawns,
	'naked-king': m.handicap_naked_king,
	'left-quail': m.handicap_left_quail,
	falcon: m.handicap_falcon,
	'falcon-left-quail': m.handicap_falcon_left_quail,
	'falcon-quails': m.handicap_falcon_quails,
};

export function handicapName(id: string): string {
	return HANDICAPS[id]?.() ?? id;
}

export function isNamedHandicap(id: string): boolean {
	return id in HANDICAPS;
}
