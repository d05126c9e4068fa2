/** The page on which a kept game is opened. */
import { loadRecord, addressOf as playAddress } from '../store/records';
import type { GameEntry } from './games';

/** Where it goes on, if it is not over and was begun at this screen; its own page, if the moves are on the server; else the analysis board. */
export function addressOf({ id, game, kind, outcome, elsewhere }: GameEntry): string {
	if (elsewhere) return `/g/${encodeURIComponent(id)}`;
	const played = kind === 'computer' || kind === 'device';
	if (played && !outcome && loadRecord(id)) return playAddress({ id, game });
	return `/analysis/${game}/${encodeURIComponent(id)}`;
}
