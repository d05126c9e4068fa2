/** State of My games: all games, filter, selection and actions. */
import { SvelteSet } from 'svelte/reactivity';
import { namesOf } from '../../database/entryText';
import { filtered } from '../../database/filter';
import {
	type Deleted,
	deleteGames,
	type GameEntry,
	latestGames,
	readList,
	renameGame,
	restoreGames,
} from '../../database/games';
import { started } from '../../database/heldBoard.svelte';
import { listFilter } from '../../database/listFilter.svelte';
import type { Problem, Stored } from '../../database/open';
import { findPosition } from '../../database/positionSearch';
import { forgetRemoved, rememberRemoved, removedGames, withElsewhere } from '../../database/serverEntries';
import { ServerGames } from '../../database/serverGames.svelte';
import { m } from '../../paraglide/messages';
import { say } from '../../widgets/announcer.svelte';

/** Upper bound of visible rows. */
const IN_SIGHT = 40;

export class GameList {
	all: readonly GameEntry[] | null = $state.raw(null);
	/** Number of games in this browser, known before all are loaded. */
	#count = $state(0);
	readonly server = new ServerGames();
	#removed: ReadonlySet<string> = $state.raw(new Set(removedGames()));
	readonly listed: readonly GameEntry[] = $derived(withElsewhere(this.all ?? [], this.server.entries, this.#removed));
	problem: Problem | null = $state(null);
	/** Ids with the searched position; null without a search. */
	#found: ReadonlySet<string> | null = $state.raw(null);
	positionProblem = $state('');
	damaged: readonly string[] = $state.raw([]);
	/** Progress of indexing positions. */
	preparing: { done: number; total: number } | null = $state.raw(null);
	deleted: Deleted | null = $state.raw(null);
	readonly chosen = new SvelteSet<string>();
	#search = 0;

	readonly shown: readonly GameEntry[] = $derived.by(() => {
		const all = filtered(this.listed, listFilter.filter, namesOf);
		const found = this.#found;
		return found ? all.filter(({ id }) => found.has(id)) : all;
	});

	async open(): Promise<void> {
		await started();
		// The visible rows load first: thousands of games take longer.
		if (!this.all && !listFilter.isSet) {
			const first = await latestGames(IN_SIGHT);
			if (first.ok) [this.all, this.#count] = [first.value.games, first.value.count];
		}
		await this.read();
	}

	async read(): Promise<void> {
		const read = this.#take(await readList());
		this.all = read?.games ?? this.all;
		this.damaged = read?.damaged ?? this.damaged;
		this.#count = this.all?.length ?? 0;
	}

	get total(): number {
		return this.#count + this.listed.length - (this.all?.length ?? 0);
	}

	/** Lists the player's games on the server and copies missing ones here. */
	async readServer(): Promise<void> {
		await this.server.read();
		await this.server.takeOver(
			() => (this.all ? this.listed.filter(({ elsewhere }) => elsewhere) : []),
			() => this.read(),
		);
	}

	#take<T>(stored: Stored<T>): T | undefined {
		this.problem = stored.ok ? null : stored.problem;
		return stored.ok ? stored.value : undefined;
	}

	async find(): Promise<void> {
		this.#search += 1;
		const search = this.#search;
		const { position } = listFilter;
		const { game } = listFilter.filter;
		if (position.trim() === '') {
			this.#found = null;
			this.positionProblem = '';
			return;
		}
		const found = await findPosition(this.all ?? [], game, position, (done, total) => {
			this.preparing = done < total ? { done, total } : null;
		}).catch(() => ({ problem: 'not-read' as const }));
		if (search !== this.#search) return;
		this.positionProblem = 'text' in found ? found.text : '';
		this.problem = 'problem' in found ? found.problem : this.problem;
		this.#found = 'ids' in found ? found.ids : new Set();
	}

	choose(id: string): void {
		if (!this.chosen.delete(id)) this.chosen.add(id);
	}

	chooseShown(): void {
		for (const { id, elsewhere } of this.shown) if (!elsewhere) this.chosen.add(id);
	}

	async rename(id: string, name: string): Promise<void> {
		this.#take(await renameGame(id, name));
		if (!this.problem) await this.read();
	}

	async delete(ids: readonly string[]): Promise<void> {
		const deleted = this.#take(await deleteGames(ids));
		if (!deleted) return;
		this.deleted = deleted;
		rememberRemoved(deleted.games.filter(({ kind }) => kind === 'friend').map(({ id }) => id));
		this.#removed = new Set(removedGames());
		for (const id of ids) this.chosen.delete(id);
		say(m.games_deleted({ count: deleted.games.length }));
		await this.read();
	}

	async undo(): Promise<void> {
		if (!this.deleted) return;
		this.#take(await restoreGames(this.deleted));
		if (this.problem) return;
		forgetRemoved(this.deleted.games.map(({ id }) => id));
		this.#removed = new Set(removedGames());
		this.deleted = null;
		await this.read();
	}
}
