import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';
import { CHILDREN, type Level, measured } from './levels';

/** `Level 3 · 860` */
export function levelText(game: VariantId, level: Level): string {
	if (level === CHILDREN) return m.level_children({ number: level });
	const known = measured(game, level);
	return known ? m.level_measured({ number: level, rating: known.rating }) : m.level_full_unrated();
}

export function levelName(level: Level): string {
	return level === 'full' ? m.level_full() : m.level_number({ number: level });
}

export function computerName(level: Level): string {
	return level === 'full' ? m.play_computer_full() : m.play_computer({ number: level });
}
