import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { getGame, listGames, putGame, renameGame, type StoredGame } from '../database/games';
import { closeDatabase } from '../database/open';
import type { RecordNode } from '../records/record';
import type { GameSpec } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import type { Session } from '../session/session';
import { addressOf, analysisOf, keepGame } from './games';
import { forgetUnsaved, keepUnsaved, takeWaiting, unsavedSince } from './keep';

vi.mock('../rules/rules', () => ({ loadRules: () => rulesForTests() }));

class Memory {
	kept = new Map<string, string>();
	getItem = (key: string) => this.kept.get(key) ?? null;
	setItem = (key: string, value: string) => void this.kept.set(key, value);
	removeItem = (key: string) => void this.kept.delete(key);
}

beforeEach(async () => {
	(globalThis as { localStorage?: unknown }).localStorage = new Memory();
	await closeDatabase();
	globalThis.indexedDB = new IDBFactory();
});

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
const nodesOf = (moves: readonly string[]): RecordNode[] => [
	{ parent: -1 },
	...moves.map((move, parent) => ({ parent, move })),
];

function stored(moves: readonly string[], more: RecordNode[] = []): StoredGame {
	return {
		id: 'a',
		game: 'shogi',
		kind: 'friend',
		name: '',
		players: { first: '', second: '' },
		you: 'first',
		outcome: null,
		createdAt: 1,
		updatedAt: 1,
		record: { game: 'shogi', start: START, headers: [], rules: null, nodes: [...nodesOf(moves), ...more] },
	};
}

/** A game as its page shows it. */
const session = (moves: readonly string[]) =>
	({
		id: 'a',
		game: 'shogi',
		history: { at: () => ({ position: START }), rulesSet: {}, now: { moves } },
		outcome: null,
		players: { first: { name: '' }, second: { name: '' } },
		startedAt: 1,
		clockSettings: { kind: 'none' },
	}) as unknown as Session;
const SPEC = { rules: {} } as GameSpec;

const movesOf = async (id: string) => {
	const found = await getGame(id);
	return found.ok ? found.value?.record.nodes.flatMap(({ move }) => move ?? []) : undefined;
};
const count = async () => {
	const list = await listGames();
	return list.ok ? list.value.length : -1;
};

it('a game that has gone on since it was analysed is analysed as it is now', async () => {
	await putGame(stored(['7g7f']));
	expect(await analysisOf(session(['7g7f', '3c3d']), SPEC)).toBe(addressOf('shogi', 'a'));
	expect(await movesOf('a')).toEqual(['7g7f', '3c3d']);
	expect(await getGame('a')).toMatchObject({ value: { kind: 'friend', you: 'first' } });
	expect(await count()).toBe(1);
});

it('moves that were added on the board outlive another look at the game', async () => {
	await putGame(stored(['7g7f', '3c3d', '2g2f']));
	await analysisOf(session(['7g7f', '3c3d']), SPEC);
	expect(await movesOf('a')).toEqual(['7g7f', '3c3d', '2g2f']);
	await analysisOf(session(['7g7f', '8c8d']), SPEC);
	expect(await movesOf('a')).toEqual(['7g7f', '8c8d']);
	expect(await movesOf('a-1')).toEqual(['7g7f', '3c3d', '2g2f']);
});

it('a board that nothing keeps waits for the page that can ask', async () => {
	globalThis.indexedDB = {
		open: () => {
			throw new DOMException('no', 'SecurityError');
		},
	} as unknown as IDBFactory;
	expect(await analysisOf(session(['7g7f']), SPEC)).toBe(addressOf('shogi'));
	expect(takeWaiting('minishogi')).toBeNull();
	expect(takeWaiting('shogi')?.nodes).toHaveLength(2);
	expect(takeWaiting('shogi')).toBeNull();
});

it('a board does not undo what another page did to its game', async () => {
	const loaded = stored(['7g7f']);
	await putGame(loaded);
	await renameGame('a', 'Final');
	const noted = {
		...loaded.record,
		nodes: [
			{ parent: -1, comment: 'mine' },
			{ parent: 0, move: '7g7f' },
		],
	};
	expect(await keepGame(loaded, noted, 5)).toMatchObject({ value: { id: 'a', name: 'Final', updatedAt: 5 } });
	await putGame({ ...stored(['7g7f', '3c3d']), updatedAt: 6 });
	expect(await keepGame(loaded, noted, 7)).toMatchObject({ value: { id: 'a-7' } });
	expect(await movesOf('a')).toEqual(['7g7f', '3c3d']);
	expect(await movesOf('a-7')).toEqual(['7g7f']);
});

it('a copy that is older than the game is not taken for what is missing', () => {
	const { record } = stored(['7g7f']);
	keepUnsaved('a', { record, at: 0, bottom: 'first', updatedAt: 5 });
	expect(unsavedSince('a', 'shogi', 5)).toBeNull();
	expect(unsavedSince('a', 'shogi', 4)?.record).toEqual(record);
	forgetUnsaved('a');
	expect(unsavedSince('a', 'shogi', 4)).toBeNull();
});
