/** Move notation of a variant. */
import { language } from '../i18n/language';
import type { Locale } from '../paraglide/runtime';
import type { DisplayStyle } from '../rules/module';
import { isChess, type VariantId } from '../rules/variant';
import { type Notation, type NotationFamily, settings } from '../settings/settings.svelte';
import { countsFromLeft } from './naming';

export function notationFamily(game: VariantId): NotationFamily {
	return game === 'minishogi' ? 'shogi' : game;
}

/**
 * Default notation. Chess has one; Japanese notation counts files from the right, so counting from the left means
 * Western notation.
 */
export function usualStyle(game: VariantId, locale: Locale): DisplayStyle {
	if (countsFromLeft(game)) return 'western-top-left';
	return language(locale).kanji && !isChess(game) ? 'japanese' : 'western';
}

/** The chosen notation; null for the default or a choice that conflicts with counting from the left. */
export function chosenStyle(game: VariantId): Exclude<Notation, 'usual'> | null {
	const chosen = settings.notation[notationFamily(game)];
	return chosen === 'usual' || (countsFromLeft(game) && chosen !== 'usi') ? null : chosen;
}

export function moveStyle(game: VariantId, locale: Locale): DisplayStyle {
	return chosenStyle(game) ?? usualStyle(game, locale);
}

const SIDE_MARKED: readonly DisplayStyle[] = ['japanese', 'japanese-digits', 'kif'];

export function marksSides(style: DisplayStyle): boolean {
	return SIDE_MARKED.includes(style);
}

export function isJapanese(style: DisplayStyle): boolean {
	return marksSides(style) || style === 'kawasaki';
}
