/** How moves of a game are written for readers of a language. */
import type { Locale } from '../paraglide/runtime';
import type { DisplayStyle } from '../rules/module';
import type { GameId } from './game';

/** Chess has one notation everywhere; the shogi family's own is read in Japan and by Chinese players alike. */
export function moveStyle(game: GameId, locale: Locale): DisplayStyle {
	return game === 'shogun' || locale === 'en' ? 'western' : 'japanese';
}
