/** Tells the other tabs of this browser which games were written, and this one what others wrote while it was asleep. */

/** Called with the ids of what has changed; with null where anything may have. */
type Listener = (ids: readonly string[] | null) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | undefined;
let count = 0;

function changed(ids: readonly string[] | null): void {
	count += 1;
	for (const listener of listeners) listener(ids);
}

function open(): void {
	if (channel || !globalThis.BroadcastChannel) return;
	channel = new BroadcastChannel('games');
	channel.onmessage = ({ data }) => changed(Array.isArray(data) ? data : null);
}

// An open channel keeps a page out of the browser's back/forward cache once something is said on it.
globalThis.window?.addEventListener('pagehide', () => {
	channel?.close();
	channel = undefined;
});
globalThis.window?.addEventListener('pageshow', ({ persisted }) => {
	if (!persisted) return;
	open();
	changed(null);
});
globalThis.document?.addEventListener?.('resume', () => changed(null));

/** Says that this page has written games. */
export function tell(ids: readonly string[]): void {
	count += 1;
	open();
	channel?.postMessage(ids);
}

/** Subscribes to what other tabs write; the answer ends it. */
export function onChanges(listener: Listener): () => void {
	open();
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Counts all changes, of this page and of others: what was read before one is old. */
export function changes(): number {
	open();
	return count;
}
