/** Tells the page's connection that the server may know this browser as somebody from now on. */
const listeners = new Set<() => void>();

export function onIdentity(run: () => void): void {
	listeners.add(run);
}

export function identityMayHaveChanged(): void {
	for (const run of listeners) run();
}
