/**
 * Calls `read` when another tab has changed `key` or cleared the storage. A page in the back/forward cache
 * receives no `storage` events, so it reads again on `pageshow`.
 */
export function whenChangedElsewhere(key: string, read: () => void): void {
	globalThis.addEventListener?.('storage', (event: StorageEvent) => {
		if (event.key === key || event.key === null) read();
	});
	globalThis.addEventListener?.('pageshow', (event: PageTransitionEvent) => {
		if (event.persisted) read();
	});
}
