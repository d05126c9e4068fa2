import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetUnsaved, noteUnsaved, takeUnsaved } from '../analysis/unsavedChanges';
import { getGame, listGames, putGame, renameGame, type StoredGame } from '../database/games';
import { closeDatabase } from '../database/open';
import { emptyStorage, refuseDatabase } from '../database/testStorage';
import type { RecordNode } from '../records/record';
import type { VariantSpec } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { addressOf, analysisOf, keepGame } from './forAnalysis';
import type { Session } from './session';
import { takeWaiting } from './waitingRecord';

vi.mock('../rules/rules', () => ({ loadRules: () => rulesForTests() }));

beforeEach(async () => {
	await closeDatabase();
	emptyStorage();
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
const SPEC = { rules: {} } as VariantSpec;

const movesOf = async (id: string) => {
	const found = await getGame(id);
	return found.ok ? found.value?.record.nodes.flatMap(({ move }) => move ?? []) : undefined;
};
const count = async () => {
	const list = await listGames();
	return list.ok ? list.value.length : -1;
};

it('a game continued since its analysis opens in its current state', async () => {
	await putGame(stored(['7g7f']));
	expect(await analysisOf(session(['7g7f', '3c3d']), SPEC)).toBe(addressOf('shogi', 'a'));
	expect(await movesOf('a')).toEqual(['7g7f', '3c3d']);
	expect(await getGame('a')).toMatchObject({ value: { kind: 'friend', you: 'first' } });
	expect(await count()).toBe(1);
});

it('moves added on the board survive opening the game again', async () => {
	await putGame(stored(['7g7f', '3c3d', '2g2f']));
	await analysisOf(session(['7g7f', '3c3d']), SPEC);
	expect(await movesOf('a')).toEqual(['7g7f', '3c3d', '2g2f']);
	await analysisOf(session(['7g7f', '8c8d']), SPEC);
	expect(await movesOf('a')).toEqual(['7g7f', '8c8d']);
	expect(await movesOf('a-1')).toEqual(['7g7f', '3c3d', '2g2f']);
});

it('an unsaved record waits for the board’s page', async () => {
	refuseDatabase('SecurityError');
	expect(await analysisOf(session(['7g7f']), SPEC)).toBe(addressOf('shogi'));
	expect(takeWaiting('minishogi')).toBeNull();
	expect(takeWaiting('shogi')?.nodes).toHaveLength(2);
	expect(takeWaiting('shogi')).toBeNull();
});

async function read(id: string): Promise<StoredGame> {
	const found = await getGame(id);
	if (!found.ok || !found.value) throw new Error(`no game ${id}`);
	return found.value;
}

const noted = (comment: string): RecordNode[] => [
	{ parent: -1, comment },
	{ parent: 0, move: '7g7f' },
];

it('a board does not overwrite another page’s changes', async () => {
	await putGame(stored(['7g7f']));
	const loaded = await read('a');
	await renameGame('a', 'Final');
	const mine = { ...loaded.record, nodes: noted('mine') };
	const kept = await keepGame(loaded, mine, 5);
	expect(kept).toMatchObject({ value: { id: 'a', name: 'Final', updatedAt: 5 } });
	await putGame({ ...stored(['7g7f', '3c3d']), updatedAt: 6 });
	expect(await keepGame(kept.ok ? kept.value : loaded, mine, 7)).toMatchObject({ value: { id: 'a-7' } });
	expect(await movesOf('a')).toEqual(['7g7f', '3c3d']);
	expect(await movesOf('a-7')).toEqual(['7g7f']);
});

it('comments from two tabs are both kept', async () => {
	await putGame(stored(['7g7f']));
	const [one, other] = [await read('a'), await read('a')];
	await keepGame(one, { ...one.record, nodes: noted('first') }, 5);
	expect(await keepGame(other, { ...other.record, nodes: noted('second') }, 6)).toMatchObject({
		value: { id: 'a-6' },
	});
	expect((await read('a')).record.nodes[0]?.comment).toBe('first');
	expect((await read('a-6')).record.nodes[0]?.comment).toBe('second');
});

it('unsaved changes are restored, unless the game is newer', () => {
	const { record } = stored(['7g7f']);
	const left = { record, at: 0, bottom: 'first', revision: 2, updatedAt: 5 } as const;
	const leave = () => localStorage.setItem('komadai.unwritten.before', JSON.stringify({ 'record/a': left }));
	leave();
	expect(takeUnsaved('a', 'shogi', { updatedAt: 5 })).toBeNull();
	expect(localStorage.getItem('komadai.unwritten.before')).toBeNull();
	leave();
	expect(takeUnsaved('a', 'shogi', { updatedAt: 4 })).toEqual(left);
	expect(takeUnsaved('b', 'shogi', { updatedAt: 0 })).toBeNull();
});

it('changes that could not be saved are there when the same page opens the board again', () => {
	const { record } = stored(['7g7f']);
	const unsaved = { record, at: 0, bottom: 'first', revision: 2, updatedAt: 5 } as const;
	noteUnsaved('a', unsaved);
	expect(takeUnsaved('a', 'shogi', { updatedAt: 4 })).toEqual(unsaved);
	expect(takeUnsaved('a', 'shogi', { updatedAt: 4 })).toEqual(unsaved);
	expect(takeUnsaved('a', 'shogi', { updatedAt: 5 })).toBeNull();
	forgetUnsaved('a');
	expect(takeUnsaved('a', 'shogi', { updatedAt: 4 })).toBeNull();
});

it('unsaved changes stay in their entry if there is no room for another', () => {
	const { record } = stored(['7g7f']);
	const left = { record, at: 0, bottom: 'first', revision: 2, updatedAt: 5 };
	localStorage.setItem('komadai.unwritten.before', JSON.stringify({ 'record/a': left }));
	const set = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
		throw new DOMException('full', 'QuotaExceededError');
	});
	expect(takeUnsaved('a', 'shogi', { updatedAt: 4 })).toEqual(left);
	expect(localStorage.getItem('komadai.unwritten.before')).not.toBeNull();
	set.mockRestore();
	expect(takeUnsaved('a', 'shogi', { updatedAt: 4 })).toEqual(left);
	expect(localStorage.getItem('komadai.unwritten.before')).toBeNull();
	forgetUnsaved('a');
});

it('a write completed while the board was reopened makes no second game', async () => {
	await putGame(stored(['7g7f']));
	const loaded = await read('a');
	const mine = { ...loaded.record, nodes: noted('mine') };
	await keepGame(loaded, mine, 5);
	expect(await keepGame(loaded, mine, 5)).toMatchObject({ value: { id: 'a', revision: 2 } });
	expect(await count()).toBe(1);
});

it('unsaved changes of an earlier version are restored', () => {
	const { record } = stored(['7g7f']);
	const key = 'komadai.analysis.unsaved.a';
	localStorage.setItem(key, JSON.stringify({ record, at: 0, bottom: 'second', updatedAt: 5 }));
	expect(takeUnsaved('a', 'shogi', { updatedAt: 4, revision: 3 })).toMatchObject({
		revision: 3,
		bottom: 'second',
	});
	expect(localStorage.getItem(key)).toBeNull();
});
