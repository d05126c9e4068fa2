/** Localized names of variants, sides and players. */
import { m } from '../paraglide/messages';
import type { PlayerInfo } from '../protocol';
import { isChess, type Side, type VariantId } from '../rules/variant';

export const gameName: Record<VariantId, () => string> = {
	shogi: m.game_shogi,
	minishogi: m.game_minishogi,
	torishogi: m.game_torishogi,
	shogun: m.game_shogun,
};

export const gameLine: Record<VariantId, () => string> = {
	shogi: m.line_shogi,
	minishogi: m.line_minishogi,
	torishogi: m.line_torishogi,
	shogun: m.line_shogun,
};

export function sideName(game: VariantId, side: Side, handicap = false): string {
	if (isChess(game)) return side === 'first' ? m.side_white() : m.side_black();
	if (handicap) return side === 'first' ? m.side_shitate() : m.side_uwate();
	return side === 'first' ? m.side_sente() : m.side_gote();
}

/** Side name beside a player; sente and gote with the order of play. */
export function sideNameAtSeat(game: VariantId, side: Side, handicap = false): string {
	if (isChess(game) || handicap) return sideName(game, side, handicap);
	return side === 'first' ? m.side_sente_order() : m.side_gote_order();
}

/** Display name; a guest's name is a letter tag. */
export function playerName({ name, kind }: PlayerInfo): string {
	if (kind === 'program') return m.player_program({ name });
	return kind === 'guest' ? m.player_guest({ tag: name }) : name;
}
