/**
 * Order in which the page loads, and the counter of pending loads.
 *
 * 1. The server's page has the entry's style (`vite/inline.ts`), names the modules that its address needs
 *    (`vite/preloads.ts`, `crates/server/src/http/head.rs`), and paints an empty board where one will be.
 * 2. `Lazy.svelte` loads the page of the route. `BoardWaiting.svelte` keeps the painted board meanwhile; `Waiting.svelte`
 *    shows a slow load, or by `loadFailure.ts` why it failed.
 * 3. `scheduling.ts` splits long work, such as the construction of a board, into tasks after the paint.
 * 4. Loads that somebody waits for go through `loading` below. Once there are none, `quiet` lets the copy for use offline
 *    be fetched (`offline/state.svelte.ts`). Modules of a game that may start next are fetched when the browser is idle
 *    (`pages/prefetch.ts`).
 *
 * `make web-vitals` measures it on a slow phone (`docs/performance.md`).
 */

let pending = 0;
let begun = 0;
const waiting: (() => void)[] = [];

export function loading<T>(load: Promise<T>): Promise<T> {
	pending += 1;
	begun += 1;
	const done = () => {
		pending -= 1;
		if (pending === 0) for (const go of waiting.splice(0)) go();
	};
	load.then(done, done);
	return load;
}

function documentLoaded(): Promise<void> {
	if (globalThis.document?.readyState !== 'loading' && globalThis.document?.readyState !== 'interactive')
		return Promise.resolve();
	return new Promise((loaded) => addEventListener('load', () => loaded(), { once: true }));
}

/** Resolves when nothing has been loading for `ms` milliseconds. */
export async function quiet(ms: number): Promise<void> {
	await documentLoaded();
	for (;;) {
		if (pending > 0) await new Promise<void>((go) => waiting.push(go));
		const before = begun;
		await new Promise((later) => setTimeout(later, ms));
		if (pending === 0 && begun === before) return;
	}
}
