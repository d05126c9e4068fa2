import { m } from '../paraglide/messages';

const HANDICAPS: Record<string, () => string> = {
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
