/** Square names under the current settings. */
import { language } from '../i18n/language';
import { type Naming, spokenSquare, squareName } from '../rules/geometry';
import type { SquareName } from '../rules/module';
import { LOOKS, type VariantId } from '../rules/variant';
import { settings } from '../settings/settings.svelte';

/** `true` if files count from the left: an option of Tori Shogi, whose players disagree about it. */
export function countsFromLeft(game: VariantId): boolean {
	return game === 'torishogi' && settings.toriFromLeft;
}

export function namingOf(game: VariantId): Naming {
	return { ...LOOKS[game], fromLeft: countsFromLeft(game) };
}

function hasKanjiRanks(): boolean {
	const { coordinates } = settings;
	return coordinates === 'kanji' || ((coordinates === 'usual' || coordinates === 'none') && language().kanji);
}

/** Square name in texts, spelled like the board's coordinates: `7六`, `76` or `7f`. */
export function squareText(game: VariantId, square: SquareName): string {
	const naming = namingOf(game);
	if (naming.checkered) return squareName(square, naming);
	if (settings.coordinates === 'letters') return square;
	return hasKanjiRanks() ? spokenSquare(square, naming, true) : squareName(square, naming);
}

export function squareSaid(game: VariantId, square: SquareName): string {
	const isDigits = /^\d\d$/.test(squareText(game, square));
	return isDigits ? spokenSquare(square, namingOf(game), false) : squareText(game, square);
}
