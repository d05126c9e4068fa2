/** Cache of all games and their main lines, invalidated by changes. */
import { changes } from './channel';
import { type GameEntry, getGames, listGames, rulesIfThere } from './games';
import { type Line, lineOf, positionsOf } from './line';
import { changeDatabase, readDatabase, type Stored } from './open';

function remembered<T>(read: () => Promise<Stored<T>>): () => Promise<Stored<T>> {
	let last: { changes: number; found: Stored<T> } | undefined;
	return async () => {
		const now = changes();
		if (last?.changes === now) return last.found;
		const found = await read();
		if (found.ok) last = { changes: now, found };
		return found;
	};
}

/** Makes missing lines, as of games stored without the rules module. */
async function makeMissing(onProgress?: (done: number, total: number) => void): Promise<Stored<void>> {
	const missing = await readDatabase(async (db) => {
		const [games, lines] = await Promise.all([db.getAllKeys('games'), db.getAllKeys('lines')]);
		const made = new Set(lines);
		return games.filter((id) => !made.has(id));
	});
	if (!missing.ok) return missing;
	if (missing.value.length === 0) return { ok: true, value: undefined };
	const [games, rules] = await Promise.all([getGames(missing.value), rulesIfThere()]);
	if (!games.ok || !rules) return games.ok ? { ok: true, value: undefined } : games;
	return changeDatabase(async (db) => {
		for (const [index, { id, record }] of games.value.entries()) {
			const line = lineOf(record, positionsOf(rules, record));
			const all = db.transaction(['games', 'lines'], 'readwrite');
			// The game may have been deleted or written since.
			const [there, made] = await Promise.all([all.objectStore('games').count(id), all.objectStore('lines').count(id)]);
			if (there && !made) await all.objectStore('lines').put(line, id);
			await all.done;
			onProgress?.(index + 1, games.value.length);
		}
	});
}

export const allEntries: () => Promise<Stored<readonly GameEntry[]>> = remembered(listGames);

const readLines = remembered(() =>
	readDatabase(async (db) => {
		const all = db.transaction('lines');
		const [ids, lines] = await Promise.all([all.store.getAllKeys(), all.store.getAll()]);
		return new Map(ids.map((id, index) => [id, lines[index] as Line]));
	}),
);

export async function allLines(
	onProgress?: (done: number, total: number) => void,
): Promise<Stored<ReadonlyMap<string, Line>>> {
	const made = await makeMissing(onProgress);
	return made.ok ? readLines() : made;
}
