/** Games of this browser on the home page. */
import { onChanges } from '../database/channel';
import { movesOf, resultText, titleOf } from '../database/entryText';
import { addressOf, FIRST_GAME } from '../database/gameRecord';
import type { GameEntry } from '../database/games';
import type { Problem } from '../database/open';
import { idle } from '../loading/scheduling';
import { m } from '../paraglide/messages';
import { readJson, removeKey, writeJson } from '../store/storage';
import type { Line } from './gameLine';

/** Storage key of the last visit's lists, shown until the database has been read. */
const LISTS = 'komadai.home';
const KEPT = 6;

function hrefOf(entry: GameEntry): string {
	if (entry.state === 'going') return addressOf(entry);
	return entry.kind === 'friend' ? `/g/${entry.id}` : `/play/${entry.id}`;
}

export class HomeGames {
	going: readonly GameEntry[] = $state.raw([]);
	over: readonly GameEntry[] = $state.raw([]);
	problem: Problem | null = $state(null);
	removed: GameEntry | null = $state.raw(null);

	constructor() {
		const { going, over } = (readJson(LISTS) ?? {}) as Partial<Pick<HomeGames, 'going' | 'over'>>;
		try {
			for (const entry of [...(going ?? []), ...(over ?? [])]) this.lineOf(entry);
			this.going = going ?? [];
			this.over = over ?? [];
		} catch {
			// Stored by another version.
		}
	}

	async read(): Promise<void> {
		// On a first visit the rest of the page loads first.
		if (this.going.length + this.over.length === 0) await idle();
		const { readHome } = await import('../database/home');
		const { going, over, problem } = await readHome();
		this.going = going;
		this.over = over;
		this.problem = problem;
		if (!writeJson(LISTS, { going: going.slice(0, KEPT), over })) removeKey(LISTS);
	}

	/** Reads again after writes in other tabs. */
	follow(): () => void {
		return onChanges(() => void this.read());
	}

	/** Removes a game from the home page; My games keeps it. */
	async remove(entry: GameEntry): Promise<void> {
		await this.#show(entry, false);
		if (!this.problem) this.removed = entry;
	}

	async undo(): Promise<void> {
		const entry = this.removed;
		this.removed = null;
		if (entry) await this.#show(entry, true);
	}

	async #show(entry: GameEntry, shown: boolean): Promise<void> {
		const { showAtHome } = await import('../database/games');
		const done = await showAtHome(entry.id, shown ? entry.home : undefined);
		await this.read();
		if (!done.ok) this.problem = done.problem;
	}

	lineOf(entry: GameEntry): Line {
		return {
			id: entry.id,
			game: entry.game,
			href: hrefOf(entry),
			opponent: entry.id.startsWith(FIRST_GAME) && entry.state === 'going' ? m.coach_title() : titleOf(entry),
			moves: movesOf(entry),
			note: entry.outcome ? resultText(entry) : '',
			mine: false,
			at: entry.updatedAt,
			forget: () => void this.remove(entry),
		};
	}
}
