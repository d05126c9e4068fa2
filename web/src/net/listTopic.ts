/** Subscription to a list: all entries at first, then what has changed. */
import type { Changes, Entries, ErrorCode, GameKey, ListKind, ServerMessage } from '../protocol';
import type { Line } from './line';
import { PageTopic } from './pageTopic';

export interface ListHandlers<E> {
	/** The list as it is now. */
	list(list: Entries<E>): void;
	away(): void;
	/** The server refuses this page. */
	closed(by: ErrorCode): void;
}

interface Listed {
	id: GameKey;
}

type Order<E> = (one: E, other: E) => number;

/** The list after a change; null if the change follows another version. */
export function changed<E extends Listed>(list: Entries<E>, change: Changes<E>, order: Order<E>): Entries<E> | null {
	const { version, changed, gone, total } = change;
	if (version !== list.version + 1) return null;
	const left = new Set([...gone, ...changed.map(({ id }) => id)]);
	const kept = list.entries.filter(({ id }) => !left.has(id));
	return { version, entries: [...kept, ...changed].sort(order), total };
}

export class ListTopic<E extends Listed> extends PageTopic {
	readonly topic: ListKind;
	protected readonly final: readonly ErrorCode[] = ['missing-scope'];
	#order: Order<E>;
	#handlers: ListHandlers<E>;
	/** The list of the current subscription. */
	#list: Entries<E> | null = null;

	constructor(line: Line, topic: ListKind, order: Order<E>, handlers: ListHandlers<E>) {
		super(line);
		this.topic = topic;
		this.#order = order;
		this.#handlers = handlers;
	}

	get player(): string | null {
		return this.line.player;
	}

	protected ask(): void {
		this.#list = null;
		this.line.send({ type: 'subscribe', topic: this.topic });
	}

	protected away(): void {
		this.#handlers.away();
	}

	protected override closed(by: ErrorCode): void {
		this.#handlers.closed(by);
	}

	/** Takes messages about its own list, whose entries are of type `E`. */
	override receive(message: ServerMessage): void {
		if (message.type === 'list') this.#show(message as unknown as Entries<E>);
		else if (message.type === 'list-change') this.#change(message as unknown as Changes<E>);
		else super.receive(message);
	}

	#show({ version, entries, total }: Entries<E>): void {
		this.#list = { version, entries, total };
		this.#handlers.list(this.#list);
	}

	#change(change: Changes<E>): void {
		// Sent before the list was asked for, or known already.
		if (!this.#list || change.version <= this.#list.version) return;
		const next = changed(this.#list, change, this.#order);
		if (next) this.#show(next);
		else this.subscribe();
	}
}
