import { m } from '../paraglide/messages';
import type { KomadaiError } from '../rules/module';

const TEXTS: Record<string, (inputs: { text: string }) => string> = {
	'empty-text': m.position_empty_text,
	'unknown-piece': m.position_unknown_piece,
	'cannot-promote': m.position_cannot_promote,
	'bad-empty-count': m.position_bad_empty_count,
	'rank-too-long': m.position_rank_too_long,
	'rank-too-short': m.position_rank_too_short,
	'too-many-ranks': m.position_too_many_ranks,
	'too-few-ranks': m.position_too_few_ranks,
	'missing-field': m.position_missing_field,
	'bad-side': m.position_bad_side,
	'bad-hand': m.position_bad_hand,
	'promoted-in-hand': m.position_promoted_in_hand,
	'king-in-hand': m.position_king_in_hand,
	'hand-too-large': m.position_hand_too_large,
	'unclosed-hand': m.position_unclosed_hand,
	'bad-castling': m.position_bad_castling,
	'bad-square': m.position_bad_square,
	'bad-number': m.position_bad_number,
	'unexpected-text': m.position_unexpected_text,
	'no-king': m.position_no_king,
	'many-kings': m.position_many_kings,
	'pawns-on-file': m.position_pawns_on_file,
	'dead-piece': m.position_dead_piece,
	'over-limit': m.position_over_limit,
	'not-for-hand': m.position_not_for_hand,
	'over-set': m.position_over_set,
	'opponent-in-check': m.position_opponent_in_check,
	'en-passant': m.position_en_passant,
};

/** Converts a UTF-8 byte offset to a 1-based character position. */
export function characterAt(text: string, byteOffset: number): number {
	const before = new TextEncoder().encode(text).slice(0, byteOffset);
	return [...new TextDecoder().decode(before)].length + 1;
}

/** Error text. `offset`: byte offset of the error in `typed`. */
export function positionErrorText(error: KomadaiError, typed: string, offset = error.offset): string {
	const known = TEXTS[error.code];
	const message = known ? known({ text: error.text ?? '' }) : m.position_other({ message: error.message });
	if (offset === undefined || !known) return message;
	return m.position_error_at({ message, offset: characterAt(typed, offset) });
}
