/** Access to the browser's database. */
import type { Page } from '@playwright/test';

/** Requires a page of the site, which creates the database. */
export async function putInto(page: Page, store: string, value: unknown, key?: string): Promise<void> {
	await page.evaluate(
		async ({ store, value, key }) => {
			const db = await new Promise<IDBDatabase>((done, failed) => {
				const asked = indexedDB.open('komadai');
				asked.onsuccess = () => done(asked.result);
				asked.onerror = () => failed(asked.error);
			});
			const all = db.transaction(store, 'readwrite');
			all.objectStore(store).put(value, key);
			await new Promise((done, failed) => {
				all.oncomplete = done;
				all.onerror = failed;
			});
			db.close();
		},
		{ store, value, key },
	);
}

export async function emptyStore(page: Page, store: string): Promise<void> {
	await page.evaluate(async (store) => {
		const db = await new Promise<IDBDatabase>((done, failed) => {
			const asked = indexedDB.open('komadai');
			asked.onsuccess = () => done(asked.result);
			asked.onerror = () => failed(asked.error);
		});
		const all = db.transaction(store, 'readwrite');
		all.objectStore(store).clear();
		await new Promise((done) => {
			all.oncomplete = done;
		});
		db.close();
	}, store);
}

/** Number of plies and outcome of a game, as in its list entry. */
export function inDatabase(page: Page, id: string): Promise<string> {
	return page.evaluate(async (id) => {
		const db = await new Promise<IDBDatabase>((done) => {
			const asked = indexedDB.open('komadai');
			asked.onsuccess = () => done(asked.result);
		});
		const asked = db.transaction('games').objectStore('games').get(id);
		const entry = await new Promise<{ plies: number; outcome: { reason: string } | null } | undefined>((done) => {
			asked.onsuccess = () => done(asked.result);
		});
		db.close();
		return entry ? `${entry.plies} ${entry.outcome?.reason ?? 'open'}` : 'none';
	}, id);
}
