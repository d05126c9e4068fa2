/** Games of the home page: running ones and the last finished. */
import { addressOf, FIRST_GAME } from './gameRecord';
import { type GameEntry, homeEntries } from './games';
import { keepingProblem, started, unwrittenEntries } from './heldBoard.svelte';
import type { Problem } from './open';

export interface HomeGames {
	going: readonly GameEntry[];
	over: readonly GameEntry[];
	problem: Problem | null;
}

const GOING = 200;
const OVER = 6;

/** Keeps the latest first game of each variant, which the coach resumes. */
function withoutOldFirstGames(games: readonly GameEntry[]): GameEntry[] {
	const coached = new Set<string>();
	return games.filter((entry) => {
		if (!entry.id.startsWith(FIRST_GAME)) return true;
		const address = addressOf(entry);
		if (coached.has(address)) return false;
		coached.add(address);
		return true;
	});
}

export async function readHome(): Promise<HomeGames> {
	await started();
	const [kept, own] = await Promise.all([homeEntries(GOING, OVER), unwrittenEntries()]);
	const games = new Map((kept.ok ? kept.value : []).map((entry) => [entry.id, entry]));
	for (const [id, entry] of own) {
		games.delete(id);
		if (entry) games.set(id, entry);
	}
	const all = [...games.values()].sort((a, b) => b.updatedAt - a.updatedAt);
	return {
		going: withoutOldFirstGames(all.filter(({ home }) => home === 'going')),
		over: all.filter(({ home }) => home === 'over').slice(0, OVER),
		problem: kept.ok ? keepingProblem() : kept.problem,
	};
}
