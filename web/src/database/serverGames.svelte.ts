/** Finished games on the server, copied to this browser. */
import { ApiFailure, api } from '../net/api';
import type { GameList, GameSummary } from '../protocol';
import type { GameEntry } from './games';
import { keepPage } from './heldBoard.svelte';
import { entryElsewhere, isListed } from './serverEntries';

/** Pause between requests, to yield to others of the page. */
const PAUSE_MS = 250;
/** Games copied between two calls of `onKept`. */
const BATCH = 10;

export class ServerGames {
	entries: readonly GameEntry[] = $state.raw([]);
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

	/** Copies the games of `lacking` one by one. */
	async takeOver(lacking: () => readonly GameEntry[], onKept: () => Promise<void>): Promise<void> {
		if (this.#taking) return;
		this.#taking = true;
		/** Games are requested once. */
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
