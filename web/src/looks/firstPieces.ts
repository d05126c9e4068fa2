/** Who is asked which pieces they would like, and what is offered beside the game's own. */
import type { VariantId } from '../games/variant';
import type { Locale } from '../paraglide/runtime';
import type { Session } from '../session/session';
import type { Settings, SettingsChange } from '../settings/settings.svelte';
import { PIECE_SETS, pieceSet } from './sets';

/** The games of the Shogi family, those together that are played with the same pieces. */
const FAMILY: readonly (readonly VariantId[])[] = [['shogi', 'minishogi'], ['torishogi']];

/** The games for which the answer in one of them counts; none where nothing is asked. */
export function sharingPieces(game: VariantId): readonly VariantId[] {
	return FAMILY.find((games) => games.includes(game)) ?? [];
}

/** Pieces that show how they move: under letters for those who read no characters, under characters for others. */
export function novicesSet(locale: Locale): string {
	return locale === 'en' ? 'letters' : 'guide';
}

/** The sets that are offered: the game's own, and those that show moves. Pictures may have the moves beside them, too. */
export function offeredSets(game: VariantId, locale: Locale): string[] {
	const own = PIECE_SETS[game][0]?.id ?? '';
	const withMoves = game === 'torishogi' ? ['guide'] : [];
	return [...new Set([own, ...withMoves, novicesSet(locale)])];
}

/** So many moves of one's own show what the pieces are like. */
const OWN_MOVES = 3;

/** The game is over, has a clock, which leaves no time for questions, or its player has got used to the pieces. */
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

/** Once on a device for games with the same pieces, and nobody who has chosen theirs already. */
export function asksForPieces(
	game: VariantId,
	{ pieces, piecesAsked }: Pick<Settings, 'pieces' | 'piecesAsked'>,
): boolean {
	const games = sharingPieces(game);
	const untouched = games.every((one) => pieces[one] === PIECE_SETS[one][0]?.id);
	return games.length > 0 && untouched && !games.some((one) => piecesAsked.includes(one));
}

/** The settings to change once a game has asked: with a chosen set, the pieces of all games that share them. */
export function answered(
	game: VariantId,
	set?: string,
): Required<Pick<SettingsChange, 'pieces' | 'piecesAsked'>> {
	const games = sharingPieces(game);
	const chosen = set === undefined ? [] : games.map((one) => [one, pieceSet(one, set).id]);
	return { pieces: Object.fromEntries(chosen), piecesAsked: games };
}
