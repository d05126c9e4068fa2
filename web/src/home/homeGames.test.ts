import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginGame } from '../database/heldBoard.svelte';
import { closeDatabase } from '../database/open';
import { emptyStorage } from '../database/testStorage';
import { rulesForTests } from '../rules/testRules';
import { newRecord } from '../session/new';
import { HomeGames } from './homeGames.svelte';

vi.mock('../rules/rules', () => ({ loadRules: () => rulesForTests() }));
vi.mock('../loading/scheduling', () => ({ idle: async () => {} }));

beforeEach(emptyStorage);
afterEach(async () => {
	await closeDatabase();
	vi.unstubAllGlobals();
});

it('the lists of the last visit are shown before the database has been read', async () => {
	const opponent = { kind: 'device' } as const;
	const choice = { game: 'shogi', start: '', rules: {}, clock: { kind: 'none' }, opponent } as const;
	await beginGame({ ...newRecord(choice, 1, 'a'), moves: ['7g7f'] }).settled();
	const first = new HomeGames();
	expect(first.going).toEqual([]);
	await first.read();
	expect(first.going.map(({ id }) => id)).toEqual(['a']);
	const next = new HomeGames();
	expect(next.going).toEqual(first.going);
	expect(next.going.map((entry) => next.lineOf(entry).href)).toEqual(['/play/a']);
});

it('a list stored by another version is not shown', () => {
	for (const kept of [true, { going: 1 }, { going: [{ id: 'a', game: 'go' }] }, { over: [null] }]) {
		localStorage.setItem('komadai.home', JSON.stringify(kept));
		const { going, over } = new HomeGames();
		expect([going, over], JSON.stringify(kept)).toEqual([[], []]);
	}
});
