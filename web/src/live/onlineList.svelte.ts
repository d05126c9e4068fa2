/** The player's open online games, as far as the page knows. */
import type { GameSummary } from '../protocol';

export const isOpen = ({ status, seat }: GameSummary) => status !== 'ended' && seat !== 'watcher';

export class OnlineList {
	list: readonly GameSummary[] = $state.raw([]);
	following = $state(false);
	/** Number of games that ended while subscribed. */
	ended = $state(0);
	kept = $state(0);

	known = false;

	/** Takes a fetched list, which is older than the subscription. */
	fetched(games: readonly GameSummary[]): void {
		this.known = true;
		if (!this.following) this.list = games.filter(isOpen);
	}

	/** Takes the games last seen in this browser, unless the server has sent a list. */
	lastSeen(games: readonly GameSummary[]): void {
		if (!this.known) this.list = games.filter(isOpen);
	}
}

export const onlineList = new OnlineList();
