/** How moves of a game are written for readers of a language. */
import type { Locale } from '../paraglide/runtime';
import type { DisplayStyle } from '../rules/module';
import type { GameId } from './game';
import { countsFromLeft } from './naming';

/**
 * Chess has one notation everywhere; the shogi family's own is read in Japan and by Chinese players alike. It
 * counts from the right: who counts from the left reads Western notation.
 */
export function moveStyle(game: GameId, locale: Locale): DisplayStyle {
	if (countsFromLeft(game)) return 'western-top-left';
	return game === 'shogun' || locale === 'en' ? 'western' : 'japanese';
}
