/** A game from a share link, stored among the others. */

import type { LinkedGame } from '../records/link';
import { loadRules } from '../rules/rules';
import { linkedGame } from './conversion';
import { getGame, putGames } from './games';
import { withNotes } from './notes';
import type { Stored } from './open';

export async function keepLinked(link: LinkedGame, fragment: string, now: number): Promise<Stored<void>> {
	const made = linkedGame(await loadRules(), link, fragment, now);
	const before = await getGame(made.id);
	return before.ok ? putGames(withNotes(made, before.value)) : before;
}
