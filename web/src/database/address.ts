/** The page on which a kept game is opened. */
import { loadRecord, addressOf as playAddress } from '../store/records';
import type { GameEntry } from './games';

/** Where it goes on, if it is not over and was begun at this screen; else the analysis board. */
export function addressOf({ id, game, kind, outcome }: GameEntry): string {
	const played = kind === 'computer' || kind === 'device';
	if (played && !outcome && loadRecord(id)) return playAddress({ id, game });
	return `/analysis/${game}/${encodeURIComponent(id)}`;
}
