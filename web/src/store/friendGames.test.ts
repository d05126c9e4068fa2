import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { playerName } from '../games/names';
import { keptGame } from './friendGames';

const players = { first: { name: 'x8Qm', guest: true }, second: { name: 'Aki', guest: false } };
const snapshot = { id: 'g', settings: { game: 'shogi' }, moves: [], offers: [], players };
const kept = { version: 2, seenAt: 1, page: { seat: 'first', snapshot } };

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) }));
afterEach(() => vi.unstubAllGlobals());

it('names the players of games that were kept before players had ids', () => {
	const { first, second } = keptGame('g')?.snapshot.players ?? {};
	expect(first?.kind).toBe('guest');
	expect(first && playerName(first)).toContain('x8Qm');
	expect(first && playerName(first)).not.toBe('x8Qm');
	expect(second && playerName(second)).toBe('Aki');
});
