/** Prefetch of a game's first modules on the pages from which games start; `loading/quiet.ts` tells the rest of a visit. */
import { idle } from '../loading/scheduling';
import { loadRules } from '../rules/rules';

/** Respect Save-Data. */
const isSaving = () =>
	(globalThis.navigator as { connection?: { saveData?: boolean } } | undefined)?.connection?.saveData === true;

export async function prefetchGame(): Promise<void> {
	if (isSaving()) return;
	await idle();
	// Failures are ignored: the modules are requested again, and reported, where they are used.
	await Promise.allSettled([
		loadRules(),
		import('../newgame/begin'),
		import('../newgame/lastChoice'),
		import('./LocalGame.svelte'),
	]);
}
