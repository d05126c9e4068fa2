/** Follows the list of finished games on the server, and takes those over that this browser lacks. */
import { ApiFailure, api } from '../net/api';
import type { GameList, GameSummary } from '../protocol';
import { entryElsewhere, isListed } from './elsewhere';
import type { GameEntry } from './games';
import { keepPage } from './held.svelte';

/** Between two games that are taken over: other requests of the page come first. */
const PAUSE_MS = 250;
/** The list is read anew after so many. */
const BATCH = 10;

export class ServerGames {
	entries: readonly GameEntry[] = $state.raw([]);
	/** The list could not be had. */
	away = $state(false);
	#ended = false;
	#taking = false;

	async read(): Promise<void> {
		try {
			this.entries = (await endedGames()).filter(isListed).map(entryElsewhere);
			this.away = false;
		} catch {
			this.away = true;
		}
	}

	/** Keeps those that `lacking` names, one after the other; `onKept` is called now and then. */
	async takeOver(lacking: () => readonly GameEntry[], onKept: () => Promise<void>): Promise<void> {
		if (this.#taking) return;
		this.#taking = true;
		/** Of those that have been asked for nothing more is to be had. */
		const asked = new Set<string>();
		let kept = 0;
		for (;;) {
			const next = lacking().find(({ id }) => !asked.has(id));
			if (!next || this.#ended || document.visibilityState !== 'visible') break;
			asked.add(next.id);
			const is = await takeOver(next);
			if (is === 'stop') break;
			if (is === 'kept') kept += 1;
			if (kept > 0 && kept % BATCH === 0) await onKept();
			await new Promise((done) => setTimeout(done, PAUSE_MS));
		}
		this.#taking = false;
		if (kept > 0 && !this.#ended) await onKept();
	}

	end(): void {
		this.#ended = true;
	}
}

/** All of the player's games that are over. */
async function endedGames(): Promise<GameSummary[]> {
	const all: GameSummary[] = [];
	let next: number | null = null;
	do {
		const page: GameList = await api.endedGames(next);
		all.push(...page.games);
		next = page.next ?? null;
	} while (next !== null);
	return all;
}

async function takeOver({ id, updatedAt }: GameEntry): Promise<'kept' | 'skipped' | 'stop'> {
	try {
		const page = await api.game(id);
		if (page.seat === 'watcher') return 'skipped';
		return (await keepPage(page, updatedAt)) ? 'kept' : 'stop';
	} catch (error) {
		const code = error instanceof ApiFailure ? error.code : 'unexpected';
		return code === 'no-such-game' ? 'skipped' : 'stop';
	}
}
