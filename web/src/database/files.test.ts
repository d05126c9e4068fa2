import { expect, it } from 'vitest';
import { exported, imported, isNewer } from './files';
import type { StoredGame } from './games';

const GAME: StoredGame = {
	id: 'a-1',
	game: 'minishogi',
	kind: 'computer',
	name: 'Club night',
	players: { first: 'computer.4', second: '' },
	you: 'second',
	outcome: { reason: 'resignation', winner: 'second' },
	createdAt: Date.UTC(2026, 1, 3),
	updatedAt: Date.UTC(2026, 1, 4),
	record: {
		game: 'minishogi',
		start: 'rbsgk/4p/5/P4/KGSBR b - 1',
		headers: [['White', 'Komadai 4']],
		rules: null,
		nodes: [
			{ parent: -1 },
			{ parent: 0, move: '5d5c', comment: 'first' },
			{ parent: 1, end: { reason: 'resignation', winner: 'second' } },
		],
	},
};

it('an exported game imports unchanged', () => {
	const back = imported(exported(GAME), 0);
	expect(back).toEqual({
		...GAME,
		record: {
			...GAME.record,
			headers: [
				['White', 'Komadai 4'],
				['Title', 'Club night'],
			],
		},
	});
	// A second save does not repeat the headers.
	expect(exported(back)).toEqual(exported(GAME));
});

it('a record of another program is an imported game', () => {
	const headers: StoredGame['record']['headers'] = [
		['White', '山田'],
		['Black', '佐藤'],
		['StartTime', '1999/07/15 19:07:12'],
	];
	const game = imported({ ...GAME.record, headers }, 5);
	expect(game).toMatchObject({
		kind: 'imported',
		players: { first: '山田', second: '佐藤' },
		you: null,
		name: '',
	});
	expect(new Date(game.createdAt).getFullYear()).toBe(1999);
	expect(game.id).toBe(imported({ ...GAME.record, headers }, 5).id);
	const other = imported({ ...GAME.record, headers: [] }, 5);
	expect(other.createdAt).toBe(5);
	expect(other.id).not.toBe(game.id);
});

it('importing a file again does not replace a game with newer notes', () => {
	const undated = { ...GAME.record, headers: [] };
	const first = imported(undated, 5);
	expect(isNewer(first, undefined, 5)).toBe(true);
	expect(isNewer(imported(undated, 20), { ...first, updatedAt: 10 }, 20)).toBe(false);
	const saved = imported(exported(GAME), Date.UTC(2026, 5));
	expect(isNewer(saved, saved, Date.UTC(2026, 5))).toBe(false);
	expect(isNewer(saved, { updatedAt: saved.updatedAt + 1 }, Date.UTC(2026, 5))).toBe(false);
	expect(isNewer(saved, { updatedAt: saved.updatedAt - 1 }, Date.UTC(2026, 5))).toBe(true);
});
