import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepPage, pageOf } from '../database/heldBoard.svelte';
import { closeDatabase } from '../database/open';
import { emptyStorage } from '../database/testStorage';
import { ApiFailure, api, type FailureCode } from '../net/api';
import type { GamePage } from '../protocol';
import { renameWaiting } from './rename';

const page = (id: string, status: string, name = 'Old') =>
	({
		seat: 'first',
		snapshot: {
			id,
			status,
			seq: 1,
			settings: { game: 'shogi', start: '' },
			moves: [],
			offers: [],
			players: { first: { id: 'a', name, kind: 'person' }, second: null },
		},
	}) as unknown as GamePage;

let answers: Record<string, FailureCode> = {};
const rename = vi.spyOn(api, 'rename').mockImplementation(async (id, body) => {
	const failure = answers[id];
	if (failure) throw new ApiFailure(failure, '');
	return page(id, 'waiting', body?.name ?? 'guest');
});

beforeEach(async () => {
	emptyStorage();
	answers = {};
	rename.mockClear();
	await keepPage(page('waits', 'waiting'));
	await keepPage(page('waits-too', 'waiting'));
	await keepPage(page('goes-on', 'playing'));
});
afterEach(async () => {
	await closeDatabase();
	vi.unstubAllGlobals();
});

it('only waiting games are renamed, and stored under the new name', async () => {
	expect(await renameWaiting('Mika')).toBeNull();
	expect(rename.mock.calls.map(([id]) => id).sort()).toEqual(['waits', 'waits-too']);
	expect((await pageOf('waits'))?.snapshot.players.first?.name).toBe('Mika');
	expect((await pageOf('goes-on'))?.snapshot.players.first?.name).toBe('Old');
});

it('an empty name makes the player a guest', async () => {
	await renameWaiting('');
	expect(rename.mock.calls[0]?.[1]).toEqual({});
});

it('a game joined in the meantime is no failure; a rejected name is', async () => {
	answers = { waits: 'game-full' };
	expect(await renameWaiting('Mika')).toBeNull();
	answers = { waits: 'bad-name' };
	expect(await renameWaiting('Mika')).toMatchObject({ code: 'bad-name' });
	answers = { waits: 'unreachable' };
	expect(await renameWaiting('Mika')).toMatchObject({ code: 'unreachable' });
});
