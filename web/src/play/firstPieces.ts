/** Rules of the question about piece sets. */

import { language } from '../i18n/language';
import type { Locale } from '../paraglide/runtime';
import type { VariantId } from '../rules/variant';
import type { Session } from '../session/session';
import { PIECE_SETS, pieceSet } from '../settings/pieceSets';
import type { Settings, SettingsChange } from '../settings/settings.svelte';

const FAMILY: readonly (readonly VariantId[])[] = [['shogi', 'minishogi'], ['torishogi']];

/** Variants that share the answer; empty for variants without a choice. */
export function sharingPieces(game: VariantId): readonly VariantId[] {
	return FAMILY.find((games) => games.includes(game)) ?? [];
}

/** Set for beginners, with move hints: letters for English readers, kanji for others. */
export function novicesSet(locale: Locale): string {
	return language(locale).kanji ? 'guide' : 'letters';
}

/** The variant's own set and those with move hints; Tori Shogi always offers `guide`. */
export function offeredSets(game: VariantId, locale: Locale): string[] {
	const own = PIECE_SETS[game][0]?.id ?? '';
	const withMoves = game === 'torishogi' ? ['guide'] : [];
	return [...new Set([own, ...withMoves, novicesSet(locale)])];
}

const OWN_MOVES = 3;

/** `true` after the player's first moves, in an ended game, or with a clock, which leaves no time for questions. */
export function isPastAsking({
	outcome,
	history,
	bottomSide,
	clocks,
}: Pick<Session, 'outcome' | 'history' | 'bottomSide' | 'clocks'>): boolean {
	const { ply } = history.now;
	const own = Math.floor((ply + (history.firstMover() === bottomSide ? 1 : 0)) / 2);
	return outcome !== null || clocks !== null || own >= OWN_MOVES;
}

/** Once per device and family, unless the player has already chosen. */
export function asksForPieces(
	game: VariantId,
	{ pieces, piecesAsked }: Pick<Settings, 'pieces' | 'piecesAsked'>,
): boolean {
	const games = sharingPieces(game);
	const untouched = games.every((one) => pieces[one] === PIECE_SETS[one][0]?.id);
	return games.length > 0 && untouched && !games.some((one) => piecesAsked.includes(one));
}

export function answered(game: VariantId, set?: string): Required<Pick<SettingsChange, 'pieces' | 'piecesAsked'>> {
	const games = sharingPieces(game);
	const chosen = set === undefined ? [] : games.map((one) => [one, pieceSet(one, set).id]);
	return { pieces: Object.fromEntries(chosen), piecesAsked: games };
}
