import 'fake-indexeddb/auto';
import { IDBObjectStore } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rulesForTests } from '../rules/testRules';
import earlier from './earlierStorage.fixture.json';
import { emptyStorage, newPage, refuseDatabase } from './testStorage';

vi.mock('../rules/rules', () => ({ loadRules: () => rulesForTests() }));

type Page = Awaited<ReturnType<typeof newPage>>;

/** Storage of the previous version: `earlierStorage.fixture.json`. */
async function earlierStorage(): Promise<void> {
	emptyStorage();
	for (const [key, value] of Object.entries(earlier.localStorage)) localStorage.setItem(key, JSON.stringify(value));
	const db = await openDB('komadai', 2, {
		upgrade: (db) => {
			db.createObjectStore('games', { keyPath: 'id' }).createIndex('updatedAt', 'updatedAt');
			db.createObjectStore('records');
			db.createObjectStore('lines');
			db.createObjectStore('puzzles', { keyPath: ['game', 'id'] });
			db.createObjectStore('puzzleResults', { keyPath: 'number', autoIncrement: true });
			db.createObjectStore('puzzleRatings', { keyPath: 'game' });
			db.createObjectStore('puzzleDays', { keyPath: ['day', 'game'] });
		},
	});
	for (const { entry, record } of earlier.database) {
		await db.put('games', entry);
		await db.put('records', record, entry.id);
	}
	db.close();
}

const keys = (prefix: string) =>
	Object.keys(localStorage)
		.filter((key) => key.startsWith(prefix))
		.sort();

let page: Page;
beforeEach(async () => {
	await earlierStorage();
	page = await newPage();
}, 60_000);
afterEach(async () => {
	await page.closeDatabase();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

const game = async (id: string) => {
	const found = await page.getGame(id);
	return found.ok ? found.value : undefined;
};

it('migrates every game, running or over as it was', async () => {
	const { going, over, problem } = await page.readHome();
	expect(problem).toBeNull();
	expect(going.map(({ id }) => id).sort()).toEqual(['first-shogi-1', 'going', 'timed']);
	expect(over.map(({ id }) => id).sort()).toEqual(['friend-over', 'over']);
	const list = await page.listGames();
	expect(list.ok && list.value.map(({ id }) => id).sort()).toEqual([
		'first-shogi-1',
		'friend-over',
		'going',
		'imported',
		'over',
		'timed',
	]);
	for (const id of ['going', 'timed', 'unbegun', 'over', 'first-shogi-1']) {
		const opened = await page.openOrNew(id);
		const stored = earlier.localStorage[`komadai.game.${id}` as 'komadai.game.going'];
		expect(opened.board, id).toEqual({ kind: 'local', record: stored });
	}
	expect((await page.goingPages()).map(({ snapshot }) => snapshot.id)).toEqual(['friend-going']);
	const free = await page.openOrNew('free.minishogi');
	expect(free.board).toEqual({
		kind: 'free',
		analysis: earlier.localStorage['komadai.analysis.minishogi'],
	});
});

it('leaves games of the database unchanged, with notes and names', async () => {
	expect(await game('imported')).toMatchObject({
		name: 'Final',
		record: { nodes: [{ comment: 'mine' }, {}] },
	});
	await page.started();
	expect(await game('imported')).toMatchObject({
		name: 'Final',
		record: { nodes: [{ comment: 'mine' }, {}] },
	});
	const over = await game('over');
	expect(over).toMatchObject({ name: 'Named', state: 'over', outcome: { reason: 'resignation' } });
});

it('empties local storage after the write, except for unreadable entries', async () => {
	await page.started();
	expect(keys('komadai.game.')).toEqual(['komadai.game.broken']);
	expect(keys('komadai.friend.')).toEqual(['komadai.friend.broken']);
	expect(keys('komadai.analysis.')).toEqual([]);
	expect(await page.openBoard('broken')).toEqual({ ok: true, value: 'damaged' });
});

it('keeps local storage while the database refuses, and all games can be played', async () => {
	const before = keys('komadai.');
	await page.closeDatabase();
	refuseDatabase('QuotaExceededError');
	const { going, over, problem } = await page.readHome();
	expect(problem).toBe('full');
	expect(going.map(({ id }) => id).sort()).toEqual(['first-shogi-1', 'going', 'timed']);
	expect(over.map(({ id }) => id).sort()).toEqual(['friend-over', 'over']);
	expect(keys('komadai.')).toEqual(before);
});

it('keeps local storage when the transaction fails at its last write', async () => {
	const before = keys('komadai.');
	const { put } = IDBObjectStore.prototype;
	let writes = 0;
	vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
		writes += 1;
		if (writes > 9) throw new DOMException('full', 'QuotaExceededError');
		return put.apply(this, given);
	});
	await page.started();
	expect(keys('komadai.')).toEqual(before);
	vi.restoreAllMocks();
	const next = await newPage();
	expect((await next.readHome()).going).toHaveLength(3);
	await next.closeDatabase();
});

it('does not replace a finished game by a stale entry of local storage', async () => {
	const record = { ...earlier.localStorage['komadai.game.over'], moves: ['7g7f'], outcome: null };
	await page.started();
	localStorage.setItem('komadai.game.over', JSON.stringify({ ...record, updatedAt: Date.now() + 1_000 }));
	const next = await newPage();
	await next.started();
	expect(await game('over')).toMatchObject({ state: 'over', outcome: { reason: 'resignation' } });
	await next.closeDatabase();
});
