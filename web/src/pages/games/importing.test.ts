import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { listGames } from '../../database/games';
import { closeDatabase } from '../../database/open';
import { withLocale } from '../../i18n/locale.svelte';
import type { ReadOptions, ReadRecord } from '../../records/records';
import { rulesForTests } from '../../rules/testRules';
import { Import, takeWaitingGames, waitForGames } from './importing.svelte';

const GAMES = 350;

function found(count: number): ReadRecord[] {
	return Array.from({ length: count }, (_, i) => ({
		record: {
			game: 'minishogi',
			start: '',
			headers: [['White', String(i)]],
			rules: null,
			nodes: [{ parent: -1 }, { parent: 0, move: '5d5c' }],
		},
		problems: [],
		warnings: [],
		format: 'kif',
	}));
}

vi.mock('../../rules/rules', () => ({ loadRules: () => rulesForTests() }));
vi.mock('../../records/records', () => ({
	readRecords: async (_: Blob, { onProgress }: ReadOptions) => {
		onProgress?.(1, 1);
		return found(GAMES);
	},
}));

beforeEach(async () => {
	await closeDatabase();
	globalThis.indexedDB = new IDBFactory();
});

const count = async () => {
	const found = await listGames();
	return found.ok ? found.value.length : -1;
};

it('a stopped import reports the number of stored games', async () => {
	const files = new Import();
	const reading = files.read([new File([''], 'many.kif'), new File([''], 'more.kif')]);
	// One batch is stored, others remain.
	await vi.waitFor(() => expect(files.percent).toBeGreaterThan(50), { interval: 1, timeout: 30_000 });
	files.stop();
	await reading;
	const kept = await count();
	expect(kept).toBeGreaterThan(0);
	expect(kept).toBeLessThan(GAMES);
	withLocale('en', () => expect(files.said.map((words) => words())).toEqual([`${kept} games imported.`]));
	expect(files.percent).toBeNull();
});

it('games read on another page are stored once', async () => {
	waitForGames(found(3));
	const files = new Import();
	await files.keep(takeWaitingGames());
	expect(await count()).toBe(3);
	expect(takeWaitingGames()).toEqual([]);
	withLocale('en', () => expect(files.said.map((words) => words())).toEqual(['3 games imported.']));
});
