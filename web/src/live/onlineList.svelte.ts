/** One's games on the server that are not over, as far as the page knows: all that lists of them need. */
import type { GameSummary } from '../protocol';

export const isOpen = ({ status, seat }: GameSummary) => status !== 'ended' && seat !== 'watcher';

export class OnlineList {
	list: readonly GameSummary[] = $state.raw([]);
	/** The list follows what happens on the server. */
	following = $state(false);
	/** How many games have ended while this page followed them. */
	ended = $state(0);
	/** How many of them have been kept in this browser. */
	kept = $state(0);

	/** The server has said what there is, in whatever way. */
	known = false;

	/** A list that was asked for: older than what comes by itself. */
	fetched(games: readonly GameSummary[]): void {
		this.known = true;
		if (!this.following) this.list = games.filter(isOpen);
	}

	/** Without a server: what this browser has last seen of the games, where nothing better is known. */
	lastSeen(games: readonly GameSummary[]): void {
		if (!this.known) this.list = games.filter(isOpen);
	}
}

export const onlineList = new OnlineList();
