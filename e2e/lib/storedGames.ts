/** Puts games into the browser's database without playing them. */
import type { Page } from '@playwright/test';
import { positionNumber } from '../../web/src/database/positionNumber.ts';
import { script, type VariantId } from './scripts.ts';

/** Stores prefixes of the scripted game, numbered from `from`. Requires a page of the site. */
export async function storeGames(page: Page, game: VariantId, count: number, from = 0): Promise<void> {
	const { start, moves } = script(game);
	const positions = [start, ...moves.map(({ position }) => position)];
	const texts = moves.map(({ move }) => move);
	const numbers = positions.map(positionNumber);
	await page.evaluate(
		async ({ game, count, from, positions, texts, numbers }) => {
			const db = await new Promise<IDBDatabase>((done, failed) => {
				const asked = indexedDB.open('komadai');
				asked.onsuccess = () => done(asked.result);
				asked.onerror = () => failed(asked.error);
			});
			const all = db.transaction(['games', 'records', 'lines'], 'readwrite');
			const day = 86_400_000;
			for (let i = from; i < from + count; i++) {
				const plies = 1 + (i % texts.length);
				const id = `${game}-${i}`;
				const outcome = { reason: 'resignation', winner: i % 2 ? 'first' : 'second' };
				const at = Date.UTC(2026, 0, 1) + Math.floor(i / 30) * day;
				all.objectStore('games').put({
					id,
					game,
					kind: 'computer',
					name: '',
					players: { first: '', second: `computer.${1 + (i % 9)}` },
					you: 'first',
					outcome,
					createdAt: at,
					updatedAt: at + i,
					plies,
					start: positions[0],
					end: positions[plies],
				});
				const played = texts.slice(0, plies).map((move, parent) => ({ parent, move }));
				const nodes = [{ parent: -1 }, ...played, { parent: plies, end: outcome }];
				const record = { game, start: positions[0], headers: [], rules: null, nodes };
				all.objectStore('records').put(record, id);
				const line = { game, moves: texts.slice(0, plies).join(' ') };
				all.objectStore('lines').put({ ...line, positions: Float64Array.from(numbers.slice(0, plies + 1)) }, id);
			}
			await new Promise((done, failed) => {
				all.oncomplete = done;
				all.onerror = failed;
			});
			db.close();
		},
		{ game, count, from, positions, texts, numbers },
	);
}
