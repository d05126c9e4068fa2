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

	/** A list that was asked for: older than what comes by itself. */
	fetched(games: readonly GameSummary[]): void {
		if (!this.following) this.list = games.filter(isOpen);
	}
}

export const onlineList = new OnlineList();
