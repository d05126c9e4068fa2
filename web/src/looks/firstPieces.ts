/** Who is asked which pieces they would like, and what is offered beside the game's own. */
import { GAME_IDS, type GameId } from '../games/game';
import type { Locale } from '../paraglide/runtime';
import type { Session } from '../session/session';
import type { Settings } from '../settings/settings.svelte';
import { PIECE_SETS } from './sets';

export const FAMILY: readonly GameId[] = GAME_IDS.filter((game) => game !== 'shogun');

/** Pieces that show how they move: under letters for those who read no characters, under characters for others. */
export function novicesSet(locale: Locale): string {
	return locale === 'en' ? 'letters' : 'guide';
}

/** So many moves of one's own show what the pieces are like. */
const OWN_MOVES = 3;

/** The game is over, or its player has got used to the pieces. */
export function isPastAsking({
	outcome,
	table,
	bottomSide,
}: Pick<Session, 'outcome' | 'table' | 'bottomSide'>): boolean {
	const { ply } = table.now;
	const own = Math.floor((ply + (table.firstMover() === bottomSide ? 1 : 0)) / 2);
	return outcome !== null || own >= OWN_MOVES;
}

/** Once on a device, and nobody who has chosen pieces already. */
export function asksForPieces(game: GameId, settings: Pick<Settings, 'pieces' | 'piecesAsked'>): boolean {
	const untouched = FAMILY.every((one) => settings.pieces[one] === PIECE_SETS[one][0]?.id);
	return FAMILY.includes(game) && !settings.piecesAsked && untouched;
}
