/** How moves of a game are written. */
import type { Locale } from '../paraglide/runtime';
import type { DisplayStyle } from '../rules/module';
import { type Notation, type NotationFamily, settings } from '../settings/settings.svelte';
import { countsFromLeft } from './naming';
import { isChess, type VariantId } from './variant';

/** The games that share a choice of notation. */
export function notationFamily(game: VariantId): NotationFamily {
	return game === 'minishogi' ? 'shogi' : game;
}

/**
 * For readers of a language who chose nothing. Chess has one notation everywhere; the shogi family's own is read in
 * Japan and by Chinese players alike. It counts from the right: who counts from the left reads Western notation.
 */
export function usualStyle(game: VariantId, locale: Locale): DisplayStyle {
	if (countsFromLeft(game)) return 'western-top-left';
	return isChess(game) || locale === 'en' ? 'western' : 'japanese';
}

/** What the visitor chose; null where nothing was chosen, or something that does not count from the left as they do. */
export function chosenStyle(game: VariantId): Exclude<Notation, 'usual'> | null {
	const chosen = settings.notation[notationFamily(game)];
	return chosen === 'usual' || (countsFromLeft(game) && chosen !== 'usi') ? null : chosen;
}

/** For the visitor. */
export function moveStyle(game: VariantId, locale: Locale): DisplayStyle {
	return chosenStyle(game) ?? usualStyle(game, locale);
}

const SIDE_MARKED: readonly DisplayStyle[] = ['japanese', 'japanese-digits', 'kif'];

/** Whether each move begins with the mark of its side, ▲ or △. */
export function marksSides(style: DisplayStyle): boolean {
	return SIDE_MARKED.includes(style);
}

/** Whether moves are written with the Japanese names of pieces. */
export function isJapanese(style: DisplayStyle): boolean {
	return marksSides(style) || style === 'kawasaki';
}
