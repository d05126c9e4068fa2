/** State of the player's online games and the announcements of turns and joins. */
import type { GameSummary, PlayerGames, PlayerNews } from '../protocol';
import { readJson, writeJson } from '../store/storage';
import { isOpen, type OnlineList, onlineList } from './onlineList.svelte';

/** The player's turn in a game that is not on the screen, or an opponent's join. */
export interface TurnNotice {
	game: GameSummary;
	joined: boolean;
}

function changedTurn(before: GameSummary | undefined, now: GameSummary): boolean {
	return now.your_turn && (!before?.your_turn || before.ply !== now.ply);
}

/** Server time of the latest news that this browser has received; later news is new to the next page. */
export interface Memory {
	latest(): number | undefined;
	remember(at: number): void;
}

const STORAGE_KEY = 'komadai.lastNews';

const browserMemory: Memory = {
	latest() {
		const at = readJson(STORAGE_KEY);
		return typeof at === 'number' ? at : undefined;
	},
	remember: (at) => writeJson(STORAGE_KEY, at),
};

export class OnlineGames {
	notice: TurnNotice | null = $state.raw(null);
	/** Announcements to make once settled: game id to `joined`. */
	readonly #waiting = new Map<string, boolean>();
	/** Games that have ended since the page was opened. */
	readonly #ended = new Set<string>();
	readonly #shared: OnlineList;
	readonly #memory: Memory;

	constructor(shared: OnlineList, memory: Memory = browserMemory) {
		this.#shared = shared;
		this.#memory = memory;
	}

	/** Takes the answer to a subscription. Returns the ids of games that ended. */
	answered({ whole, games }: PlayerGames): string[] {
		this.#shared.following = true;
		this.#shared.known = true;
		if (!whole) {
			this.#remember(games);
			const news = games.filter(({ id }) => !this.#ended.has(id));
			return news.flatMap((game) => this.#changed(game));
		}
		const open = games.filter(isOpen);
		const gone = this.#shared.list.filter(({ id }) => open.every((one) => one.id !== id));
		const latest = this.#memory.latest();
		for (const game of open) {
			// The game may be known from a fetched list or an earlier page.
			const before = this.#shared.list.find(({ id }) => id === game.id);
			const isNew = before ? changedTurn(before, game) : latest !== undefined && game.updated_at_ms > latest;
			if (game.your_turn && isNew) this.#waiting.set(game.id, false);
		}
		this.#shared.list = open;
		this.#remember(games);
		for (const { id } of gone) this.#silence(id);
		return gone.map(({ id }) => id);
	}

	/** Takes an event. Returns the game's id if it has ended. */
	happened({ game }: PlayerNews): string[] {
		// The answer to the subscription or later news may have overtaken it.
		const before = this.#shared.list.find(({ id }) => id === game.id);
		if (this.#ended.has(game.id) || (before && before.seq > game.seq)) return [];
		this.#remember([game]);
		return this.#changed(game);
	}

	#remember(games: readonly GameSummary[]): void {
		const latest = this.#memory.latest() ?? 0;
		this.#memory.remember(Math.max(latest, ...games.map((game) => game.updated_at_ms)));
	}

	#changed(game: GameSummary): string[] {
		const before = this.#shared.list.find(({ id }) => id === game.id);
		const others = this.#shared.list.filter(({ id }) => id !== game.id);
		this.#shared.list = isOpen(game) ? [game, ...others] : others;
		const joined = before?.status === 'waiting' && game.status === 'playing';
		if (joined || changedTurn(before, game)) this.#waiting.set(game.id, joined);
		else if (!game.your_turn && !(this.notice?.joined && isOpen(game))) this.#silence(game.id);
		if (game.status !== 'ended') return [];
		this.#ended.add(game.id);
		return [game.id];
	}

	settle(isShown: (id: string) => boolean): void {
		for (const [id, joined] of this.#waiting) {
			const game = this.#shared.list.find((one) => one.id === id);
			if (game && (joined || game.your_turn) && !isShown(id)) this.notice = { game, joined };
		}
		this.#waiting.clear();
	}

	get hasToSettle(): boolean {
		return this.#waiting.size > 0;
	}

	#silence(id: string): void {
		this.#waiting.delete(id);
		if (this.notice?.game.id === id) this.notice = null;
	}
}

export const onlineGames = new OnlineGames(onlineList);
