/** Notifications of written games between the tabs of this browser. */

/** Receives the ids of changed games; null if any may have changed. */
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

// A used channel keeps the page out of the back/forward cache, so it closes on `pagehide`.
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

export function tell(ids: readonly string[]): void {
	count += 1;
	open();
	channel?.postMessage(ids);
}

export function onChanges(listener: Listener): () => void {
	open();
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Count of changes in all tabs, for cache invalidation. */
export function changes(): number {
	open();
	return count;
}
