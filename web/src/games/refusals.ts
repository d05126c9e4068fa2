/** Localized reasons for illegal moves. Complete by type. */
import { m } from '../paraglide/messages';
import type { RuleCode } from '../protocol';
import type { Refusal } from '../rules/refusal';
import type { VariantId } from '../rules/variant';
import { pieceInSentence } from './pieceNames';

const REFUSALS: Record<RuleCode, () => string> = {
	'game-over': m.refusal_game_over,
	'no-piece': m.refusal_no_piece,
	'not-your-piece': m.refusal_not_your_piece,
	'not-in-hand': m.refusal_not_in_hand,
	occupied: m.refusal_occupied,
	'own-piece': m.refusal_own_piece,
	'wrong-movement': m.refusal_wrong_movement,
	blocked: m.refusal_blocked,
	nifu: m.refusal_nifu,
	'file-limit': m.refusal_file_limit,
	'dead-square': m.refusal_dead_square,
	'pawn-drop-mate': m.refusal_pawn_drop_mate,
	'pawn-drop-check': m.refusal_pawn_drop_check,
	'king-in-check': m.refusal_king_in_check,
	'must-promote': m.refusal_must_promote,
	'cannot-promote': m.refusal_cannot_promote,
	'outside-promotion-zone': m.refusal_outside_promotion_zone,
	'promoted-drop': m.refusal_promoted_drop,
	'outside-drop-region': m.refusal_outside_drop_region,
	'board-limit': m.refusal_board_limit,
	'en-passant-promotion': m.refusal_en_passant_promotion,
	'castling-right-lost': m.refusal_castling_right_lost,
	'castling-blocked': m.refusal_castling_blocked,
	'castling-through-check': m.refusal_castling_through_check,
	'castling-in-check': m.refusal_castling_in_check,
	'no-such-square': m.refusal_no_such_square,
};

const TORI: Partial<Record<string, () => string>> = {
	'file-limit': m.refusal_third_swallow,
	'king-in-check': m.refusal_phoenix_in_check,
	'pawn-drop-mate': m.refusal_swallow_drop_mate,
};

/** Used by the English messages only. */
function article(name: string): 'a' | 'an' {
	return /^[aeiou]/i.test(name) ? 'an' : 'a';
}

/** `letter`: the piece that was tried. `limit`: the number that the rule allows. */
export function refusalCodeText(game: VariantId, code: string, letter?: string, limit?: number | null): string {
	if (code === 'not-your-turn') return m.refusal_not_your_turn();
	if (code === 'watching') return m.friend_watching();
	if (code === 'not-now') return m.refusal_not_now();
	if (code === 'stuck') return m.refusal_stuck();
	if (code === 'stuck-drop') return m.refusal_stuck_drop();
	if (code === 'wrong-movement' && letter) {
		const piece = pieceInSentence(game, letter);
		return m.refusal_wrong_movement_of({ piece, article: article(piece) });
	}
	if (code === 'board-limit' && letter && limit === 1) {
		const piece = pieceInSentence(game, `p${letter}`);
		return m.refusal_board_limit_of({ piece, article: article(piece) });
	}
	if (code === 'outside-drop-region' && limit) return m.refusal_outside_first_ranks({ ranks: limit });
	const own = game === 'torishogi' ? TORI[code] : undefined;
	const text = own ?? (code in REFUSALS ? REFUSALS[code as RuleCode] : m.refusal_other);
	return text();
}

export function refusalText(game: VariantId, { code, piece, limit, inCheck, everywhere }: Refusal): string {
	if (everywhere && code === 'nifu') return m.refusal_nifu_everywhere();
	if (everywhere && code === 'file-limit') return m.refusal_third_swallow_everywhere();
	if (code !== 'king-in-check' || !inCheck) return refusalCodeText(game, code, piece, limit);
	return game === 'torishogi' ? m.refusal_phoenix_stays_in_check() : m.refusal_stays_in_check();
}
