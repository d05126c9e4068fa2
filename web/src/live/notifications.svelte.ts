/** The player's notifications and which are read. */
import type { Notification, NotificationList } from '../protocol';
import { readJson, writeJson } from '../store/storage';
import { whenChangedElsewhere } from '../store/storageEvents';

/** Server time at which each game was last on the screen in this browser; the latest last. */
export type Looks = readonly (readonly [game: string, at: number])[];

export interface LookMemory {
	looks(): Looks;
	remember(looks: Looks): void;
	changed?(run: () => void): void;
}

const STORAGE_KEY = 'komadai.lookedAt';

const isLook = (it: unknown): it is Looks[number] =>
	Array.isArray(it) && typeof it[0] === 'string' && typeof it[1] === 'number';

const browserMemory: LookMemory = {
	looks() {
		const looks = readJson(STORAGE_KEY);
		return Array.isArray(looks) ? looks.filter(isLook) : [];
	},
	remember: (looks) => writeJson(STORAGE_KEY, looks),
	changed: (run) => whenChangedElsewhere(STORAGE_KEY, run),
};

/** Maximum list length, the server's. */
const MAX = 100;
const MAX_LOOKS = 50;

export class Notifications {
	/** Newest first. */
	list: readonly Notification[] = $state.raw([]);
	/** Read mark of the server: the highest id read. */
	#readUpTo = $state(0);
	#looks: ReadonlyMap<string, number> = $state.raw(new Map());
	readonly #memory: LookMemory;
	mark: (upTo: number) => void = () => {};

	constructor(memory: LookMemory = browserMemory) {
		this.#memory = memory;
		this.#looks = new Map(memory.looks());
		memory.changed?.(() => {
			this.#looks = this.#allLooks();
			this.#advance();
		});
	}

	/** Looks of this tab and the others, the latest per game, in stored order. */
	#allLooks(): Map<string, number> {
		const all = new Map(this.#memory.looks());
		for (const [game, at] of this.#looks) all.set(game, Math.max(at, all.get(game) ?? 0));
		return all;
	}

	get unread(): readonly Notification[] {
		return this.list.filter((one) => this.isUnread(one));
	}

	isUnread({ id, at_ms, game }: Notification): boolean {
		return id > this.#readUpTo && at_ms > (this.#looks.get(game.id) ?? Number.NEGATIVE_INFINITY);
	}

	answered({ notifications, read_up_to }: NotificationList): void {
		this.#readUpTo = Math.max(this.#readUpTo, read_up_to);
		// Keep notifications that arrived after the answer.
		const newest = notifications[0]?.id ?? 0;
		const later = this.list.filter(({ id }) => id > newest);
		this.list = [...later, ...notifications].slice(0, MAX);
		this.#advance();
	}

	/** Adds a notification. Returns `false` if it is known. */
	arrived(one: Notification): boolean {
		if (this.list.some(({ id }) => id === one.id)) return false;
		this.list = [one, ...this.list].sort((a, b) => b.id - a.id).slice(0, MAX);
		return true;
	}

	/** Records that a game is on the screen: its notifications so far are read. */
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

	/** The player signed out or changed. */
	forget(): void {
		this.list = [];
		this.#readUpTo = 0;
	}

	/** The server has one mark for all devices: move it up to the oldest unread. */
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
