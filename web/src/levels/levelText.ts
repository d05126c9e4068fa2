/** Levels in words. */
import type { GameId } from '../games/game';
import { locale } from '../i18n/locale.svelte';
import { spelled } from '../i18n/spelled';
import { m } from '../paraglide/messages';
import type { LevelInfo } from '../wasm/engine/engine';
import { type Level, measured } from './levels';

/** `8 kyu`; in East Asia kyu have digits, dan are spelled and the first is called so. */
export function gradeText({ grade, number }: Pick<LevelInfo, 'grade' | 'number'>): string {
	if (grade === 'kyu') return m.level_kyu({ number });
	return number === 1 ? m.level_first_dan() : m.level_dan({ number: spelled(number, locale()) });
}

/** `Level 3 · 8 kyu · 860` */
export function levelText(game: GameId, level: Level): string {
	const known = measured(game, level);
	return known
		? m.level_measured({ number: level, grade: gradeText(known), rating: known.rating })
		: m.level_full_unrated();
}

/** `Computer (level 3, 8 kyu)` */
export function computerName(game: GameId, level: Level): string {
	const known = measured(game, level);
	return known ? m.play_computer({ number: level, grade: gradeText(known) }) : m.play_computer_full();
}
