/** All games and their main lines in memory: read once, and again after a change. */
import { changes, type GameEntry, getGames, listGames, putGames } from './games';
import type { Line } from './line';
import { readDatabase, type Stored } from './open';

let read: { changes: number; lines: Map<string, Line> } | undefined;

/** Lines of games that came without, as where the rules could not be loaded. */
async function makeMissing(onProgress?: (done: number, total: number) => void): Promise<Stored<void>> {
	const missing = await readDatabase(async (db) => {
		const [games, lines] = await Promise.all([db.getAllKeys('games'), db.getAllKeys('lines')]);
		const made = new Set(lines);
		return games.filter((id) => !made.has(id));
	});
	if (!missing.ok) return missing;
	if (missing.value.length === 0) return { ok: true, value: undefined };
	const games = await getGames(missing.value);
	return games.ok ? putGames(games.value, onProgress) : games;
}

let listed: { changes: number; entries: readonly GameEntry[] } | undefined;

/** All games, as `listGames`. */
export async function allEntries(): Promise<Stored<readonly GameEntry[]>> {
	const now = changes();
	if (listed?.changes === now) return { ok: true, value: listed.entries };
	const found = await listGames();
	if (found.ok) listed = { changes: now, entries: found.value };
	return found;
}

/** The main line of each game, by its id. */
export async function allLines(
	onProgress?: (done: number, total: number) => void,
): Promise<Stored<ReadonlyMap<string, Line>>> {
	const made = await makeMissing(onProgress);
	if (!made.ok) return made;
	const now = changes();
	if (read?.changes === now) return { ok: true, value: read.lines };
	const found = await readDatabase(async (db) => {
		const all = db.transaction('lines');
		const [ids, lines] = await Promise.all([all.store.getAllKeys(), all.store.getAll()]);
		return new Map(ids.map((id, index) => [id, lines[index] as Line]));
	});
	if (found.ok) read = { changes: now, lines: found.value };
	return found;
}
