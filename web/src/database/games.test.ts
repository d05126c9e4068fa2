import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { rulesForTests } from '../rules/testRules';
import type { VariantId } from '../rules/variant';
import {
	deleteGames,
	getGame,
	latestGames,
	listGames,
	putGame,
	putGames,
	renameGame,
	restoreGames,
	type StoredGame,
} from './games';
import { allLines } from './lines';
import { closeDatabase, DATABASE_NAME, DATABASE_VERSION } from './open';
import { gamesWith, openingAt } from './openings';
import { problemText } from './problemText';

vi.mock('../rules/rules', () => ({ loadRules: () => rulesForTests() }));

const rules = await rulesForTests();

function positionAfter(game: VariantId, moves: readonly string[]): string {
	const replayed = rules.Game.replay(game, '', [...moves], {});
	const { position } = replayed.state();
	replayed.free();
	return position;
}

function stored(id: string, moves: readonly string[], changes: Partial<StoredGame> = {}): StoredGame {
	const game = changes.game ?? 'shogi';
	return {
		id,
		game,
		kind: 'device',
		name: '',
		players: { first: '', second: '' },
		you: null,
		outcome: null,
		createdAt: 1,
		updatedAt: 1,
		record: {
			game,
			start: positionAfter(game, []),
			headers: [],
			rules: null,
			nodes: [{ parent: -1 }, ...moves.map((move, index) => ({ parent: index, move }))],
		},
		...changes,
	};
}

const value = <T>(result: { ok: true; value: T } | { ok: false; problem: string }): T => {
	if (!result.ok) throw new Error(result.problem);
	return result.value;
};

beforeEach(async () => {
	await closeDatabase();
	globalThis.indexedDB = new IDBFactory();
});

it('a stored game reads back unchanged', async () => {
	const game = stored('a', ['7g7f', '3c3d']);
	value(await putGame(game));
	expect(value(await getGame('a'))).toEqual({ ...game, revision: 1 });
	expect(value(await getGame('b'))).toBeUndefined();
});

it('the list holds its entries, newest first', async () => {
	value(await putGames([stored('old', ['7g7f']), stored('new', ['7g7f', '3c3d'], { updatedAt: 2 })]));
	const list = value(await listGames());
	expect(list.map(({ id, plies }) => [id, plies])).toEqual([
		['new', 2],
		['old', 1],
	]);
	expect(list[0]?.end).toBe(positionAfter('shogi', ['7g7f', '3c3d']));
	expect(list[0]).not.toHaveProperty('record');
});

it('reads the newest games alone', async () => {
	const games = [3, 1, 2].map((at) => stored(`g${at}`, ['7g7f'], { updatedAt: at }));
	value(await putGames(games));
	const { games: latest, count } = value(await latestGames(2));
	expect(latest.map(({ id }) => id)).toEqual(['g3', 'g2']);
	expect(count).toBe(3);
	expect(value(await latestGames(9)).games).toEqual(value(await listGames()));
});

it('what is deleted can be put back, and a new name leaves the date', async () => {
	value(await putGame(stored('a', ['7g7f'])));
	value(await renameGame('a', ' Club night '));
	const deleted = value(await deleteGames(['a', 'nobody']));
	expect(value(await listGames())).toEqual([]);
	value(await restoreGames(deleted));
	expect(value(await listGames())[0]).toMatchObject({ id: 'a', name: 'Club night', updatedAt: 1 });
});

it('positions are found however they were reached, and not in other games', async () => {
	const games = [
		stored('a', ['7g7f', '3c3d', '2g2f'], { outcome: { reason: 'resignation', winner: 'first' } }),
		stored('b', ['2g2f', '3c3d', '7g7f', '8c8d'], { outcome: { reason: 'time', winner: 'second' } }),
		stored('c', ['7g7f', '8c8d']),
		stored('d', ['a2a3'], { game: 'shogun' }),
	];
	value(await putGames(games));
	const [list, lines] = [value(await listGames()), value(await allLines())];
	const found = (moves: readonly string[]) =>
		gamesWith(list, lines, 'shogi', positionAfter('shogi', moves)).map(({ id }) => id);
	expect(found(['7g7f', '3c3d', '2g2f']).sort()).toEqual(['a', 'b']);
	expect(found(['7g7f']).sort()).toEqual(['a', 'c']);
	expect(found(['9g9f'])).toEqual([]);
	const start = openingAt(list, lines, 'shogi', positionAfter('shogi', []));
	expect(start).toMatchObject({ games: 3, first: 1, second: 1, draws: 0 });
	expect(start.moves.map(({ move, games }) => [move, games])).toEqual([
		['7g7f', 2],
		['2g2f', 1],
	]);
	const met = openingAt(list, lines, 'shogi', positionAfter('shogi', ['2g2f', '3c3d', '7g7f']));
	expect(met).toMatchObject({ games: 2, moves: [{ move: '8c8d', games: 1, second: 1 }] });
});

it('a game that comes back to a position counts once', async () => {
	const round = ['2h3h', '8b7b', '3h2h', '7b8b'];
	value(await putGame(stored('a', [...round, ...round, '7g7f'])));
	const opening = openingAt(value(await listGames()), value(await allLines()), 'shogi', positionAfter('shogi', []));
	expect(opening.moves.map(({ move, games }) => [move, games])).toEqual([
		['2h3h', 1],
		['7g7f', 1],
	]);
});

it('returns the problem where storage is refused', async () => {
	globalThis.indexedDB = {
		open: () => {
			throw new DOMException('not here', 'SecurityError');
		},
	} as unknown as IDBFactory;
	expect(await putGame(stored('a', []))).toEqual({ ok: false, problem: 'unavailable' });
	expect(await listGames()).toEqual({ ok: false, problem: 'unavailable' });
});

it('a database that a newer page has changed is left alone', async () => {
	(await openDB(DATABASE_NAME, DATABASE_VERSION + 1)).close();
	expect(await listGames()).toEqual({ ok: false, problem: 'newer' });
});

it('a failed write is not reported as a failed read', async () => {
	value(await putGame(stored('a', [])));
	const { transaction } = IDBDatabase.prototype;
	let failing: IDBTransactionMode = 'readwrite';
	const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
		this: IDBDatabase,
		names,
		mode = 'readonly',
	) {
		if (mode === failing) throw new DOMException('the disk is broken', 'DataError');
		return transaction.call(this, names, mode);
	});
	const notKept = { ok: false, problem: 'not-kept' };
	expect(await putGame(stored('b', []))).toEqual(notKept);
	expect(await deleteGames(['a'])).toEqual(notKept);
	expect(await renameGame('a', 'name')).toEqual(notKept);
	expect(await listGames()).toMatchObject({ ok: true });
	failing = 'readonly';
	expect(await listGames()).toEqual({ ok: false, problem: 'not-read' });
	expect(await getGame('a')).toEqual({ ok: false, problem: 'not-read' });
	spy.mockRestore();
	expect(problemText('not-kept')).not.toBe(problemText('not-read'));
});
