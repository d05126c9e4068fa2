/** Concurrent writes to free analysis boards. */
import 'fake-indexeddb/auto';
import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RecordedGame, RecordNode } from '../records/record';
import { rulesForTests } from '../rules/testRules';
import { type Board, freeBoard } from './board';
import type { HeldBoard } from './heldBoard.svelte';
import { emptyStorage, newPage } from './testStorage';

vi.mock('../rules/rules', () => ({ loadRules: () => rulesForTests() }));

const ID = freeBoard('shogi');
const LEFT = 'komadai.unwritten.before';

let page: Awaited<ReturnType<typeof newPage>>;

beforeEach(async () => {
	emptyStorage();
	page = await newPage();
}, 60_000);
afterEach(async () => {
	await page.closeDatabase();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

function board(moves: readonly string[]): Board {
	const nodes: RecordNode[] = [{ parent: -1 }, ...moves.map((move, parent) => ({ parent, move }))];
	const record: RecordedGame = { game: 'shogi', start: '', headers: [], rules: null, nodes };
	return { kind: 'free', analysis: { record, at: 0, bottom: 'first' } };
}

async function save(held: HeldBoard, moves: readonly string[]): Promise<void> {
	held.save(board(moves));
	await held.settled();
}

const movesOf = (held: HeldBoard) =>
	held.board?.kind === 'free' ? held.board.analysis.record.nodes.flatMap(({ move }) => move ?? []) : undefined;

/** Move counts of the games in My games. */
async function aside(at = page): Promise<number[]> {
	const list = await at.listGames();
	if (!list.ok) throw new Error(list.problem);
	return list.value.map(({ kind, plies }) => (kind === 'analysis' ? plies : -1)).sort();
}

function leave(moves: readonly string[], base: number | null): void {
	const draft = { id: ID, base, after: null, write: 'left', at: Date.now() + 1_000, board: board(moves) };
	localStorage.setItem(LEFT, JSON.stringify({ [`board/${ID}`]: draft }));
}

it('an analysis is not replaced by a page that could not read it', async () => {
	await save(await page.openOrNew(ID), ['7g7f', '3c3d']);
	const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
		throw new DOMException('the disk is broken', 'UnknownError');
	});
	const other = await newPage();
	const unread = await other.openOrNew(ID);
	expect(unread.board).toBeUndefined();
	get.mockRestore();
	const refused = vi.fn();
	unread.onrefused = refused;
	await save(unread, ['2g2f']);
	expect(refused).toHaveBeenCalledTimes(1);
	expect(movesOf(await other.openOrNew(ID))).toEqual(['7g7f', '3c3d']);
	await other.closeDatabase();
});

it.each([null, 1])('an analysis left in a line is put aside where another page was faster (base %s)', async (base) => {
	const held = await page.openOrNew(ID);
	await save(held, ['7g7f']);
	await save(held, ['7g7f', '3c3d']);
	leave(['2g2f'], base);
	const next = await newPage();
	expect(movesOf(await next.openOrNew(ID))).toEqual(['7g7f', '3c3d']);
	expect(await aside(next)).toEqual([1]);
	expect(localStorage.getItem(LEFT)).toBeNull();
	await next.closeDatabase();
});

it('an unwritten analysis equal to the stored one is not copied to My games', async () => {
	const held = await page.openOrNew(ID);
	await save(held, ['7g7f']);
	await save(held, ['7g7f', '3c3d']);
	leave(['7g7f', '3c3d'], 1);
	const next = await newPage();
	await next.started();
	expect(await aside(next)).toEqual([]);
	expect(localStorage.getItem(LEFT)).toBeNull();
	await next.closeDatabase();
});

it('an unwritten analysis stays in local storage if it cannot be copied to My games', async () => {
	const held = await page.openOrNew(ID);
	await save(held, ['7g7f']);
	await save(held, ['7g7f', '3c3d']);
	leave(['2g2f'], 1);
	const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
		throw new DOMException('full', 'QuotaExceededError');
	});
	const next = await newPage();
	await next.started();
	put.mockRestore();
	expect(localStorage.getItem(LEFT)).not.toBeNull();
	await next.closeDatabase();
});

it('an analysis that does not fit into one entry stays in the earlier one', async () => {
	leave(['2g2f'], 0);
	vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
		throw new DOMException('full', 'QuotaExceededError');
	});
	vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
		throw new DOMException('full', 'QuotaExceededError');
	});
	const next = await newPage();
	expect(movesOf(await next.openOrNew(ID))).toEqual(['2g2f']);
	expect(localStorage.getItem(LEFT)).not.toBeNull();
	await next.closeDatabase();
});
