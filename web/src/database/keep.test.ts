import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { rulesForTests } from '../rules/testRules';
import { newRecord } from '../session/new';
import { hasNewGames } from '../store/carried';
import { type GameRecord, listRecords, loadRecord, saveRecord } from '../store/records';
import { getGame, listGames, putGame } from './games';
import { carryOver, forget, keepLocal, putAway, restore } from './keep';
import { closeDatabase } from './open';

vi.mock('../rules/rules', () => ({ loadRules: () => rulesForTests() }));

class Memory {
	getItem(key: string) {
		return (this as unknown as Record<string, string>)[key] ?? null;
	}
	setItem(key: string, value: string) {
		(this as unknown as Record<string, string>)[key] = value;
	}
	removeItem(key: string) {
		delete (this as unknown as Record<string, string>)[key];
	}
}

const at = (main_ms: number) => ({ main_ms, period_ms: 0, periods_left: 0, in_byoyomi: false });

function played(id: string, changes: Partial<GameRecord> = {}): GameRecord {
	const choice = { game: 'shogi', start: '', rules: {}, clock: { kind: 'none' } } as const;
	const opponent = { kind: 'computer', level: '3', you: 'first' } as unknown as GameRecord['opponent'];
	const record = newRecord({ ...choice, opponent }, 1, id);
	const outcome = { winner: 'first', reason: 'resignation', ply: 2 } as const;
	return { ...record, moves: ['7g7f', '3c3d'], outcome, ...changes };
}

beforeEach(async () => {
	(globalThis as { localStorage?: unknown }).localStorage = new Memory();
	await closeDatabase();
	globalThis.indexedDB = new IDBFactory();
});

const kept = async (id: string) => {
	const found = await getGame(id);
	return found.ok ? found.value : undefined;
};

it('a game against the computer is kept with players, end and times', async () => {
	const clocks = [
		{ first: at(60_000), second: at(60_000) },
		{ first: at(55_000), second: at(60_000) },
	];
	const clock = { kind: 'sudden', main_ms: 60_000 } as const;
	const last = { first: at(55_000), second: at(58_000) };
	await keepLocal(played('a', { clock, clocksBefore: clocks, clocks: last }));
	const game = await kept('a');
	expect(game).toMatchObject({
		kind: 'computer',
		you: 'first',
		players: { first: '', second: 'computer.3' },
		outcome: { winner: 'first', reason: 'resignation' },
	});
	expect(game?.record.nodes).toEqual([
		{ parent: -1 },
		{ parent: 0, move: '7g7f', spentMs: 5_000, clockMs: 55_000 },
		{ parent: 1, move: '3c3d', spentMs: 2_000, clockMs: 58_000 },
		{ parent: 2, end: { winner: 'first', reason: 'resignation' } },
	]);
	expect(game?.record.headers).toContainEqual(['Black', 'Komadai 3']);
});

it('games of the small store are carried over once', async () => {
	saveRecord(played('a'));
	saveRecord(played('unbegun', { moves: [], outcome: null }));
	expect(hasNewGames()).toBe(true);
	expect(await carryOver(10)).toEqual({ ok: true, value: 1 });
	expect(hasNewGames()).toBe(false);
	expect(await carryOver(11)).toEqual({ ok: true, value: 0 });
	saveRecord(played('a', { moves: ['7g7f'], outcome: null, updatedAt: 20 }));
	expect(hasNewGames()).toBe(true);
	expect(await carryOver(21)).toEqual({ ok: true, value: 1 });
	expect((await kept('a'))?.outcome).toBeNull();
});

it('nothing is dropped from the small store while the database refuses', async () => {
	for (let i = 0; i < 60; i++) saveRecord(played(`g${i}`));
	globalThis.indexedDB = {
		open: () => {
			throw new DOMException('full', 'QuotaExceededError');
		},
	} as unknown as IDBFactory;
	expect(await carryOver(10)).toEqual({ ok: false, problem: 'full' });
	expect(listRecords()).toHaveLength(60);
	globalThis.indexedDB = new IDBFactory();
	expect(await carryOver(10)).toEqual({ ok: true, value: 60 });
	expect(listRecords()).toHaveLength(50);
});

it('notes outlive the game being kept again', async () => {
	await keepLocal(played('a', { outcome: null }));
	const game = await kept('a');
	if (!game) throw new Error('not kept');
	const nodes = [...game.record.nodes, { parent: 1, move: '8c8d', comment: 'better' }];
	await putGame({ ...game, name: 'Mine', record: { ...game.record, nodes } });
	await keepLocal(played('a'));
	const again = await kept('a');
	expect(again).toMatchObject({ name: 'Mine', outcome: { winner: 'first' } });
	expect(again?.record.nodes).toEqual([
		...nodes,
		{ parent: 2, end: { winner: 'first', reason: 'resignation' } },
	]);
	// Taken back and played otherwise: both are there.
	await keepLocal(played('a', { moves: ['2g2f'] }));
	const list = await listGames();
	expect(list.ok && list.value.map(({ plies }) => plies).sort()).toEqual([1, 2]);
});

it('a removed game is gone everywhere, and comes back whole', async () => {
	saveRecord(played('a'));
	await carryOver(10);
	const gone = await forget(['a']);
	expect(listRecords()).toEqual([]);
	expect(await carryOver(11)).toEqual({ ok: true, value: 0 });
	expect(gone.ok && gone.value.games.map(({ id }) => id)).toEqual(['a']);
	if (!gone.ok) throw new Error(gone.problem);
	expect(await restore(gone.value)).toMatchObject({ ok: true });
	expect(await kept('a')).toMatchObject({ id: 'a', players: { second: 'computer.3' } });
});

it('an unfinished game can be continued after its removal was undone', async () => {
	const open = played('a', { outcome: null });
	saveRecord(open);
	await carryOver(10);
	const gone = await forget(['a']);
	if (!gone.ok) throw new Error(gone.problem);
	await restore(gone.value);
	expect(loadRecord('a')).toEqual(open);
});

it('the small store keeps its games where the database fails to delete them', async () => {
	saveRecord(played('a'));
	const refuse = (name: string) => {
		globalThis.indexedDB = {
			open: () => {
				throw new DOMException('refused', name);
			},
		} as unknown as IDBFactory;
	};
	refuse('VersionError');
	expect(await forget(['a'])).toEqual({ ok: false, problem: 'newer' });
	expect(listRecords()).toHaveLength(1);
	refuse('SecurityError');
	expect(await forget(['a'])).toEqual({ ok: false, problem: 'unavailable' });
	expect(listRecords()).toEqual([]);
});

it('a game that is taken off the home page stays in the database, carried over before or not', async () => {
	saveRecord(played('a'));
	await carryOver(10);
	saveRecord(played('b', { outcome: null }));
	for (const record of listRecords()) await putAway(record);
	expect(listRecords()).toEqual([]);
	const list = await listGames();
	expect(list.ok && list.value.map(({ id }) => id).sort()).toEqual(['a', 'b']);
});

it('games that cannot be taken over are not tidied away', async () => {
	saveRecord(played('invalid', { start: 'no position', updatedAt: 1 }));
	for (let i = 0; i < 60; i++) saveRecord(played(`g${i}`, { updatedAt: 2 }));
	expect(await carryOver(10)).toEqual({ ok: true, value: 60 });
	expect(listRecords()).toHaveLength(51);
	expect(loadRecord('invalid')).toBeDefined();
});
