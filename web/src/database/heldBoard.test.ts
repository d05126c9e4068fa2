import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GamePage } from '../protocol';
import { rulesForTests } from '../rules/testRules';
import { newRecord } from '../session/new';
import { hasFinished } from '../store/finishedVariants';
import type { GameRecord } from './gameRecord';
import type { HeldBoard } from './heldBoard.svelte';
import { emptyStorage, newPage, refuseDatabase } from './testStorage';

vi.mock('../rules/rules', () => ({ loadRules: () => rulesForTests() }));

type Page = Awaited<ReturnType<typeof newPage>>;
let page: Page;

beforeEach(async () => {
	emptyStorage();
	page = await newPage();
}, 60_000);
afterEach(async () => {
	await page.closeDatabase();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
});

const RESIGNED = { winner: 'first', reason: 'resignation', ply: 2 } as const;

function played(id: string, changes: Partial<GameRecord> = {}): GameRecord {
	const choice = { game: 'shogi', start: '', rules: {}, clock: { kind: 'none' } } as const;
	const opponent = { kind: 'computer', level: '3', you: 'first' } as const;
	return { ...newRecord({ ...choice, opponent }, 1, id), moves: ['7g7f', '3c3d'], ...changes };
}

async function begin(record: GameRecord, at = page): Promise<HeldBoard> {
	const held = at.beginGame(record);
	await held.settled();
	return held;
}

async function save(held: HeldBoard, record: GameRecord): Promise<void> {
	held.save({ kind: 'local', record });
	await held.settled();
}

async function held(id: string, at = page): Promise<HeldBoard> {
	const opened = await at.openBoard(id);
	if (!opened.ok || !(opened.value instanceof at.HeldBoard)) throw new Error(`no board ${id}`);
	return opened.value;
}

const movesOf = ({ board }: HeldBoard) => (board?.kind === 'local' ? board.record.moves : []);
const kept = async (id: string, at = page) => {
	const found = await at.getGame(id);
	return found.ok ? found.value : undefined;
};
const idsOf = (games: readonly { id: string }[]) => games.map(({ id }) => id).sort();

describe('a game of this browser', () => {
	it('is in the database from its first move, and can be resumed', async () => {
		const board = await begin(played('a', { moves: [] }));
		expect((await page.readHome()).going).toEqual([]);
		await save(board, played('a', { moves: ['7g7f'] }));
		const next = await newPage();
		expect(movesOf(await held('a', next))).toEqual(['7g7f']);
		const { going, over } = await next.readHome();
		expect(going).toMatchObject([{ id: 'a', state: 'going', plies: 1, kind: 'computer' }]);
		expect(over).toEqual([]);
		await next.closeDatabase();
	});

	it('is kept with players, end and times', async () => {
		const at = (main_ms: number) => ({ main_ms, period_ms: 0, periods_left: 0, in_byoyomi: false });
		const clocksBefore = [
			{ first: at(60_000), second: at(60_000) },
			{ first: at(55_000), second: at(60_000) },
		];
		const clocks = { first: at(55_000), second: at(58_000) };
		const clock = { kind: 'sudden', main_ms: 60_000 } as const;
		await begin(played('a', { clock, clocksBefore, clocks, outcome: RESIGNED }));
		const game = await kept('a');
		expect(game).toMatchObject({
			kind: 'computer',
			you: 'first',
			state: 'over',
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

	it('without a move is deleted a day later', async () => {
		await begin(played('unbegun', { moves: [] }));
		await begin(played('begun'));
		await page.forgetUnbegun(Date.now() + 60_000);
		expect(await page.openBoard('unbegun')).toHaveProperty('value.id', 'unbegun');
		await page.forgetUnbegun(Date.now() + 25 * 60 * 60_000);
		expect(await page.openBoard('unbegun')).toEqual({ ok: true, value: undefined });
		expect(await page.openBoard('begun')).toHaveProperty('value.id', 'begun');
	});

	it('deleted while open in another tab is stored again with its first move', async () => {
		const board = await begin(played('a', { moves: [] }));
		const other = await newPage();
		await other.forgetUnbegun(Date.now() + 25 * 60 * 60_000);
		expect(await other.openBoard('a')).toEqual({ ok: true, value: undefined });
		expect(await board.isBehind()).toBe(false);
		const refused = vi.fn();
		board.onrefused = refused;
		await save(board, played('a', { moves: ['7g7f'] }));
		expect(refused).not.toHaveBeenCalled();
		expect(movesOf(await held('a', other))).toEqual(['7g7f']);
		expect(await kept('a')).toMatchObject({ state: 'going' });
		await other.closeDatabase();
	});

	it('asks the browser to keep its data when the first one is finished, once', async () => {
		const persist = vi.fn(async () => true);
		vi.stubGlobal('navigator', { storage: { persist } });
		const board = await begin(played('a'));
		expect(persist).not.toHaveBeenCalled();
		await save(board, played('a', { outcome: RESIGNED }));
		await begin(played('b', { outcome: RESIGNED }));
		expect(persist).toHaveBeenCalledTimes(1);
		expect(hasFinished('shogi')).toBe(true);
		expect(hasFinished('minishogi')).toBe(false);
	});
});

describe('two tabs', () => {
	it('a write made from an older revision is refused, and the newer game stays', async () => {
		await begin(played('a', { moves: ['7g7f'] }));
		const [old, other] = [await held('a'), await newPage()];
		const theirs = await held('a', other);
		await save(theirs, played('a', { moves: ['7g7f', '3c3d', '2g2f'] }));
		expect(await old.isBehind()).toBe(true);
		const refused = vi.fn();
		old.onrefused = refused;
		await save(old, played('a', { moves: ['7g7f'], updatedAt: Date.now() + 1_000 }));
		expect(refused).toHaveBeenCalledTimes(1);
		expect(movesOf(await held('a'))).toEqual(['7g7f', '3c3d', '2g2f']);
		expect((await kept('a'))?.record.nodes).toHaveLength(4);
		await other.closeDatabase();
	});

	it('a game finished in one cannot be continued in the other', async () => {
		await begin(played('a'));
		const old = await held('a');
		const other = await newPage();
		await save(await held('a', other), played('a', { outcome: RESIGNED }));
		await save(old, played('a', { moves: ['7g7f'], updatedAt: Date.now() + 1_000 }));
		expect(await kept('a')).toMatchObject({ state: 'over', outcome: { reason: 'resignation' } });
		expect((await page.readHome()).over).toMatchObject([{ id: 'a', plies: 2 }]);
		await other.closeDatabase();
	});

	it('the other tab is notified of writes', async () => {
		const { onChanges } = await import('./channel');
		const received: (readonly string[] | null)[] = [];
		const end = onChanges((ids) => received.push(ids));
		const other = await newPage();
		await begin(played('a'), other);
		await vi.waitFor(() => expect(received).toContainEqual(['a']));
		end();
		await other.closeDatabase();
	});

	it('a move after a failed write is kept though the other tab has made that write since', async () => {
		const board = await begin(played('a', { moves: ['7g7f'] }));
		const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
			throw new DOMException('full', 'QuotaExceededError');
		});
		await save(board, played('a'));
		put.mockRestore();
		const other = await newPage();
		expect(movesOf(await held('a', other))).toEqual(['7g7f', '3c3d']);
		const refused = vi.fn();
		board.onrefused = refused;
		await save(board, played('a', { moves: ['7g7f', '3c3d', '2g2f'] }));
		expect(refused).not.toHaveBeenCalled();
		expect((await kept('a'))?.record.nodes).toHaveLength(4);
		await other.closeDatabase();
	});

	it('a game deleted in one is not restored by the other', async () => {
		await begin(played('a'));
		const old = await held('a');
		await page.deleteGames(['a']);
		await save(old, played('a', { moves: ['7g7f'] }));
		expect(await page.openBoard('a')).toEqual({ ok: true, value: undefined });
	});
});

it('a board that the browser does not let us read is not said to be missing', async () => {
	await begin(played('a'));
	await page.closeDatabase();
	vi.spyOn(indexedDB, 'open').mockImplementation(() => {
		throw new DOMException('refused', 'SecurityError');
	});
	const opened = await page.openBoard('a');
	expect(opened).toEqual({ ok: false, problem: 'unavailable' });
	const empty = page.heldOrNew('a', opened);
	expect([empty.board, empty.problem]).toEqual([undefined, 'unavailable']);
});

describe('a page that goes away', () => {
	/** Leaves the page during the write of its last move; `written` says if that completes. */
	async function leave(written: boolean): Promise<Page> {
		const board = await begin(played('a', { moves: ['7g7f'] }));
		if (!written) {
			vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
				throw new DOMException('the page is gone', 'AbortError');
			});
		}
		board.save({ kind: 'local', record: played('a') });
		page.goAway();
		await board.settled();
		vi.restoreAllMocks();
		await page.closeDatabase();
		return newPage();
	}

	it('leaves one entry in local storage, written at the next start', async () => {
		const next = await leave(false);
		expect(Object.keys(localStorage).filter((key) => key.startsWith('komadai.unwritten.'))).toHaveLength(1);
		expect(movesOf(await held('a', next))).toEqual(['7g7f', '3c3d']);
		expect(Object.keys(localStorage).filter((key) => key.startsWith('komadai.unwritten.'))).toEqual([]);
		await next.closeDatabase();
	});

	it('leaves no entry after a completed write', async () => {
		const next = await leave(true);
		expect(Object.keys(localStorage).filter((key) => key.startsWith('komadai.unwritten.'))).toEqual([]);
		expect(movesOf(await held('a', next))).toEqual(['7g7f', '3c3d']);
		await next.closeDatabase();
	});

	it('keeps both moves while the first is being written', async () => {
		const board = await begin(played('a', { moves: [] }));
		board.save({ kind: 'local', record: played('a', { moves: ['7g7f'] }) });
		// The page closes before the second write can start.
		await new Promise((done) => setTimeout(done));
		board.save({ kind: 'local', record: played('a') });
		page.goAway();
		const line = Object.keys(localStorage).find((key) => key.startsWith('komadai.unwritten.')) ?? '';
		const left = localStorage.getItem(line) ?? '';
		await board.settled();
		localStorage.setItem('komadai.unwritten.of-the-page-before', left);
		const next = await newPage();
		expect(movesOf(await held('a', next))).toEqual(['7g7f', '3c3d']);
		await next.closeDatabase();
	});

	it('does not overwrite later moves of another tab', async () => {
		const next = await (async () => {
			const board = await begin(played('a', { moves: ['7g7f'] }));
			const late = { id: 'a', base: 1, after: null, write: 'w', at: Date.now(), board: board.board };
			await save(board, played('a', { outcome: RESIGNED }));
			localStorage.setItem('komadai.unwritten.x', JSON.stringify({ 'board/a': late }));
			return newPage();
		})();
		expect(movesOf(await held('a', next))).toHaveLength(2);
		expect(await kept('a', next)).toMatchObject({ state: 'over' });
		await next.closeDatabase();
	});
});

describe('where the browser refuses', () => {
	const refusals = [
		['a database', () => refuseDatabase('SecurityError'), 'unavailable'],
		['room', () => refuseDatabase('QuotaExceededError'), 'full'],
		['to have any database', () => vi.stubGlobal('indexedDB', undefined), 'unavailable'],
	] as const;
	for (const [what, refuse, problem] of refusals)
		it(`${what}, a game is begun, played and found all the same, and the page knows why it may be lost`, async () => {
			refuse();
			const board = await begin(played('a', { moves: [] }));
			await save(board, played('a', { moves: ['7g7f'] }));
			expect(board.problem).toBe(problem);
			expect(movesOf(await held('a'))).toEqual(['7g7f']);
			expect(await page.readHome()).toMatchObject({ going: [{ id: 'a', plies: 1 }], problem });
			page.goAway();
			const next = await newPage();
			expect(movesOf(await held('a', next))).toEqual(['7g7f']);
		});

	it('everything, a game can be played as long as the page is there', async () => {
		vi.stubGlobal('localStorage', undefined);
		Object.defineProperty(globalThis, 'localStorage', {
			configurable: true,
			get: () => {
				throw new DOMException('blocked', 'SecurityError');
			},
		});
		refuseDatabase('SecurityError');
		const next = await newPage();
		const board = await begin(played('a', { moves: ['7g7f'] }), next);
		expect(board.problem).toBe('unavailable');
		expect(movesOf(await held('a', next))).toEqual(['7g7f']);
		expect((await next.readHome()).going).toHaveLength(1);
	});

	it('room in the middle of a game, the moves are written when there is room again', async () => {
		const board = await begin(played('a', { moves: ['7g7f'] }));
		const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
			throw new DOMException('full', 'QuotaExceededError');
		});
		await save(board, played('a'));
		expect(board.problem).toBe('full');
		expect((await kept('a'))?.record.nodes).toHaveLength(2);
		put.mockRestore();
		await save(board, played('a', { moves: ['7g7f', '3c3d', '2g2f'] }));
		expect(board.problem).toBeNull();
		expect((await kept('a'))?.record.nodes).toHaveLength(4);
	});
});

describe('the home page', () => {
	it('loses a game that was removed, which stays among the games and can be put back', async () => {
		await begin(played('a', { outcome: RESIGNED }));
		await begin(played('b'));
		for (const id of ['a', 'b']) expect(await page.showAtHome(id)).toMatchObject({ ok: true });
		expect(await page.readHome()).toMatchObject({ going: [], over: [] });
		const list = await page.listGames();
		expect(list.ok && idsOf(list.value)).toEqual(['a', 'b']);
		await page.showAtHome('b', 'going');
		expect((await page.readHome()).going).toMatchObject([{ id: 'b' }]);
	});

	it('does not remove a game where that cannot be kept', async () => {
		refuseDatabase('SecurityError');
		await begin(played('a'));
		expect(await page.showAtHome('a')).toEqual({ ok: false, problem: 'unavailable' });
		expect((await page.readHome()).going).toHaveLength(1);
	});
});

describe('My games', () => {
	it('notes stay when the game goes on', async () => {
		const board = await begin(played('a'));
		const game = await kept('a');
		if (!game) throw new Error('not kept');
		const nodes = [...game.record.nodes, { parent: 1, move: '8c8d', comment: 'better' }];
		await page.putRecord({ ...game, record: { ...game.record, nodes } });
		await page.renameGame('a', 'Mine');
		await save(board, played('a', { moves: ['7g7f', '3c3d', '2g2f'], outcome: { ...RESIGNED, ply: 3 } }));
		const again = await kept('a');
		expect(again).toMatchObject({ name: 'Mine', outcome: { winner: 'first' } });
		expect(again?.record.nodes).toEqual([
			...nodes,
			{ parent: 2, move: '2g2f' },
			{ parent: 4, end: { winner: 'first', reason: 'resignation' } },
		]);
		// Both lines remain.
		await save(board, played('a', { moves: ['2g2f'] }));
		const list = await page.listGames();
		expect(list.ok && list.value.map(({ plies }) => plies).sort()).toEqual([1, 3]);
	});

	it('a deleted game is gone everywhere, and can be restored and continued', async () => {
		await begin(played('a'));
		const gone = await page.deleteGames(['a']);
		if (!gone.ok) throw new Error(gone.problem);
		expect(await kept('a')).toBeUndefined();
		expect((await page.readHome()).going).toEqual([]);
		expect(await page.restoreGames(gone.value)).toMatchObject({ ok: true });
		expect(movesOf(await held('a'))).toEqual(['7g7f', '3c3d']);
		expect(await kept('a')).toMatchObject({ state: 'going', players: { second: 'computer.3' } });
	});

	it('position search finds games of another tab', async () => {
		expect(await page.allLines()).toMatchObject({ ok: true });
		const other = await newPage();
		await begin(played('a'), other);
		await vi.waitFor(async () => {
			const lines = await page.allLines();
			expect(lines.ok && [...lines.value.keys()]).toEqual(['a']);
		});
		await other.closeDatabase();
	});

	it('a damaged game is reported and breaks no list', async () => {
		await begin(played('a'));
		await page.changeDatabase(async (db) => {
			await db.put('games', { id: 'broken', game: 'shogi' } as never);
			await db.put('records', { nodes: 7 } as never, 'broken');
			await db.put('boards', { id: 'worse', board: { kind: 'local', record: {} } } as never);
		});
		const list = await page.readList();
		expect(list.ok && [idsOf(list.value.games), list.value.damaged]).toEqual([['a'], ['broken']]);
		expect(await page.isDamaged('broken')).toBe(true);
		expect(await page.isDamaged('a')).toBe(false);
		expect(await page.openBoard('worse')).toEqual({ ok: true, value: 'damaged' });
	});
});

describe('games by link', () => {
	const seen = (seq: number, status: string, moves: string[] = ['7g7f'], seat = 'first') =>
		({
			seat,
			open_until_ms: null,
			snapshot: {
				id: 'g',
				seq,
				status,
				settings: { game: 'shogi', start: '', handicap: null, rules: {} },
				players: { first: null, second: { id: 'b', name: 'Aki', kind: 'person' } },
				moves,
				offers: [],
				outcome: status === 'ended' ? { winner: 'first', reason: 'resignation', ply: 1 } : null,
				created_at_ms: 1,
			},
		}) as unknown as GamePage;

	it('are stored as last seen in any tab', async () => {
		await page.keepPage(seen(5, 'playing', ['7g7f', '3c3d']));
		const other = await newPage();
		await other.keepPage(seen(4, 'playing'));
		expect((await other.goingPages()).map(({ snapshot }) => snapshot.seq)).toEqual([5]);
		await other.closeDatabase();
	});

	it('are among the games when they are over', async () => {
		await page.keepPage(seen(3, 'playing'));
		expect(await kept('g')).toBeUndefined();
		await page.keepPage(seen(4, 'ended'));
		expect(await kept('g')).toMatchObject({ kind: 'friend', you: 'first', players: { second: 'Aki' } });
		expect(await page.goingPages()).toEqual([]);
		expect((await page.readHome()).over).toMatchObject([{ id: 'g' }]);
	});

	it('between other players are not on the home page', async () => {
		await page.keepPage(seen(4, 'ended', ['7g7f'], 'watcher'));
		expect(await kept('g')).toMatchObject({ you: null });
		expect((await page.readHome()).over).toEqual([]);
	});

	it('cost one write per event, however many are stored', async () => {
		for (let i = 0; i < 30; i++)
			await page.keepPage({
				...seen(1, 'playing'),
				snapshot: { ...seen(1, 'playing').snapshot, id: `g${i}` },
			});
		const board = await page.openOrNew('g1');
		const [get, put] = [vi.spyOn(IDBObjectStore.prototype, 'get'), vi.spyOn(IDBObjectStore.prototype, 'put')];
		const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
		board.save({
			kind: 'friend',
			page: { ...seen(2, 'playing'), snapshot: { ...seen(2, 'playing').snapshot, id: 'g1' } },
		});
		await board.settled();
		expect([get.mock.calls.length, put.mock.calls.length, getAll.mock.calls.length]).toEqual([1, 1, 0]);
	});
});

it('a database of another page that is newer is left alone, and the game is in memory', async () => {
	globalThis.indexedDB = new IDBFactory();
	const { openDB } = await import('idb');
	(await openDB(page.DATABASE_NAME, page.DATABASE_VERSION + 1)).close();
	const board = await begin(played('a'));
	expect(board.problem).toBe('newer');
	expect(movesOf(await held('a'))).toHaveLength(2);
});
