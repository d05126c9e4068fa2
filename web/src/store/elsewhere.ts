/** Changes of local storage by other tabs. */

/**
 * Calls `read` when another tab has changed the value of `key`, or all values. A page in the back/forward cache receives
 * no events, so it reads again when it is shown.
 */
export function whenChangedElsewhere(key: string, read: () => void): void {
	globalThis.addEventListener?.('storage', (event: StorageEvent) => {
		if (event.key === key || event.key === null) read();
	});
	globalThis.addEventListener?.('pageshow', (event: PageTransitionEvent) => {
		if (event.persisted) read();
	});
}
