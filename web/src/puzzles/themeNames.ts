import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';
import type { Theme } from './puzzle';

const NAMES: Record<Theme, () => string> = {
	drop: m.puzzle_theme_drop,
	promotion: m.puzzle_theme_promotion,
	'promotion-refused': m.puzzle_theme_promotion_refused,
	sacrifice: m.puzzle_theme_sacrifice,
	'discovered-check': m.puzzle_theme_discovered_check,
	'double-check': m.puzzle_theme_double_check,
	'quiet-move': m.puzzle_theme_quiet_move,
	fork: m.puzzle_theme_fork,
	pin: m.puzzle_theme_pin,
	interposition: m.puzzle_theme_interposition,
	'cross-check': m.puzzle_theme_cross_check,
	'pawn-drop-mate': m.puzzle_theme_pawn_drop_mate,
	corner: m.puzzle_theme_corner,
	edge: m.puzzle_theme_edge,
	'hanging-piece': m.puzzle_theme_hanging_piece,
	exchange: m.puzzle_theme_exchange,
	'promoted-major': m.puzzle_theme_promoted_major,
	castling: m.puzzle_theme_castling,
	'en-passant': m.puzzle_theme_en_passant,
};

export function themeName(game: VariantId, theme: Theme): string {
	if (theme === 'pawn-drop-mate' && game === 'torishogi') return m.puzzle_theme_swallow_drop_mate();
	return NAMES[theme]();
}
