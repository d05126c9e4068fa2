/** Tells the page's connection as whom the server knows this browser from now on. */
const listeners = new Set<(player: string) => void>();

/** `run` is called with the public id of the player. */
export function onIdentity(run: (player: string) => void): void {
	listeners.add(run);
}

export function identityIs(player: string): void {
	for (const run of listeners) run(player);
}
