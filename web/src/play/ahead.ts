/**
 * Prefetch of a game's first modules on the pages from which games start. Other parts of a fast first visit:
 *
 * - `vite/inline.ts` puts the style of the entry into the page.
 * - `vite/preloads.ts` lists the modules that each address needs beside the entry; the server names them in the page
 *   (`crates/server/src/http/head.rs`).
 * - `parts/scheduling.ts` splits the construction of a board into several tasks.
 *
 * `make web-vitals` measures them on a slow phone (`docs/performance.md`).
 */
import { idle } from '../parts/scheduling';
import { loadRules } from '../rules/rules';

/** Respect Save-Data. */
const isSaving = () =>
	(globalThis.navigator as { connection?: { saveData?: boolean } } | undefined)?.connection?.saveData ===
	true;

export async function fetchAhead(): Promise<void> {
	if (isSaving()) return;
	await idle();
	// Failures are ignored: the modules are requested again, and reported, where they are used.
	await Promise.allSettled([
		loadRules(),
		import('../newgame/begin'),
		import('../newgame/remembered'),
		import('../pages/LocalGame.svelte'),
	]);
}
