/** What a game begins with, fetched while its player looks at the page from which it starts. */
import { idle } from '../parts/scheduling';
import { loadRules } from '../rules/rules';

/** Who pays for every byte has what was asked for, and no more. */
const isSaving = () =>
	(globalThis.navigator as { connection?: { saveData?: boolean } } | undefined)?.connection?.saveData ===
	true;

export async function fetchAhead(): Promise<void> {
	if (isSaving()) return;
	await idle();
	// What fails here is asked for again by who needs it, and reported there.
	await Promise.allSettled([
		loadRules(),
		import('../newgame/begin'),
		import('../newgame/remembered'),
		import('../pages/LocalGame.svelte'),
	]);
}
