/** What happened in one's games while one looked elsewhere, and what of that has been read. */
import type { Notification, NotificationList } from '../protocol';
import { whenChangedElsewhere } from '../store/elsewhere';
import { readJson, writeJson } from '../store/storage';

/** When each game was last in front of the player in this browser, server time; the latest last. */
export type Looks = readonly (readonly [game: string, at: number])[];

export interface LookMemory {
	looks(): Looks;
	remember(looks: Looks): void;
	/** Calls `run` when another tab has remembered something. */
	changed?(run: () => void): void;
}

const KEY = 'komadai.lookedAt';

const isLook = (it: unknown): it is Looks[number] =>
	Array.isArray(it) && typeof it[0] === 'string' && typeof it[1] === 'number';

const browserMemory: LookMemory = {
	looks() {
		const looks = readJson(KEY);
		return Array.isArray(looks) ? looks.filter(isLook) : [];
	},
	remember: (looks) => writeJson(KEY, looks),
	changed: (run) => whenChangedElsewhere(KEY, run),
};

/** Longest list: as many as the server has. */
const MAX = 100;
/** Games of which one remembers when one looked. */
const MAX_LOOKS = 50;

export class Notifications {
	/** Newest first. */
	list: readonly Notification[] = $state.raw([]);
	/** The server's mark: everything up to this id has been read. */
	#readUpTo = $state(0);
	#looks: ReadonlyMap<string, number> = $state.raw(new Map());
	readonly #memory: LookMemory;
	/** Tells the server that everything up to an id has been read. */
	mark: (upTo: number) => void = () => {};

	constructor(memory: LookMemory = browserMemory) {
		this.#memory = memory;
		this.#looks = new Map(memory.looks());
		memory.changed?.(() => {
			this.#looks = this.#allLooks();
			this.#advance();
		});
	}

	/** The looks of this tab and those of the others, the latest of each game; in the order of the store. */
	#allLooks(): Map<string, number> {
		const all = new Map(this.#memory.looks());
		for (const [game, at] of this.#looks) all.set(game, Math.max(at, all.get(game) ?? 0));
		return all;
	}

	get unread(): readonly Notification[] {
		return this.list.filter((one) => this.isUnread(one));
	}

	/** What happened before one last looked at the game has been seen there. */
	isUnread({ id, at_ms, game }: Notification): boolean {
		return id > this.#readUpTo && at_ms > (this.#looks.get(game.id) ?? Number.NEGATIVE_INFINITY);
	}

	/** What the server has. */
	answered({ notifications, read_up_to }: NotificationList): void {
		this.#readUpTo = Math.max(this.#readUpTo, read_up_to);
		// One may have arrived since it answered.
		const newest = notifications[0]?.id ?? 0;
		const later = this.list.filter(({ id }) => id > newest);
		this.list = [...later, ...notifications].slice(0, MAX);
		this.#advance();
	}

	/** Returns whether it is new. */
	arrived(one: Notification): boolean {
		if (this.list.some(({ id }) => id === one.id)) return false;
		this.list = [one, ...this.list].sort((a, b) => b.id - a.id).slice(0, MAX);
		return true;
	}

	/** The game is in front of the player at that moment: there is nothing to tell of it. */
	looked(game: string, at: number): void {
		const known = this.list.filter((one) => one.game.id === game).map(({ at_ms }) => at_ms);
		const looks = this.#allLooks();
		const before = looks.get(game) ?? 0;
		looks.delete(game);
		looks.set(game, Math.max(at, before, ...known));
		const kept = [...looks].slice(-MAX_LOOKS);
		this.#looks = new Map(kept);
		this.#memory.remember(kept);
		this.#advance();
	}

	readAll(): void {
		this.#markUpTo(this.list[0]?.id ?? 0);
	}

	/** The server knows this browser as nobody, or as somebody else. */
	forget(): void {
		this.list = [];
		this.#readUpTo = 0;
	}

	/** The server keeps one mark for all devices: it moves up to the oldest one that has not been read. */
	#advance(): void {
		const oldest = this.unread.at(-1)?.id ?? Number.POSITIVE_INFINITY;
		this.#markUpTo(Math.max(0, ...this.list.map(({ id }) => id).filter((id) => id < oldest)));
	}

	#markUpTo(id: number): void {
		if (id <= this.#readUpTo) return;
		this.#readUpTo = id;
		this.mark(id);
	}
}

export const notifications = new Notifications();
