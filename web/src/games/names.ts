/** What games, sides and players are called in the page's language. */
import { m } from '../paraglide/messages';
import type { PlayerInfo } from '../protocol';
import { isChess, type Side, type VariantId } from './variant';

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

/** The players' names by rule: chess players are White and Black, giver and receiver of odds have their own. */
export function sideName(game: VariantId, side: Side, handicap = false): string {
	if (isChess(game)) return side === 'first' ? m.side_white() : m.side_black();
	if (handicap) return side === 'first' ? m.side_shitate() : m.side_uwate();
	return side === 'first' ? m.side_sente() : m.side_gote();
}

/** The same beside a player's name: where the word alone says nothing, with who moves first. */
export function sideNameAtSeat(game: VariantId, side: Side, handicap = false): string {
	if (isChess(game) || handicap) return sideName(game, side, handicap);
	return side === 'first' ? m.side_sente_order() : m.side_gote_order();
}

/** What a player is called: guests have letters of their own instead of a name. */
export function playerName({ name, kind }: PlayerInfo): string {
	if (kind === 'program') return m.player_program({ name });
	return kind === 'guest' ? m.player_guest({ tag: name }) : name;
}
