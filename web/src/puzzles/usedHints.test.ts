import { beforeEach, expect, it, vi } from 'vitest';
import { forgetHelp, noteHelp, wasHelped } from './usedHints';

beforeEach(() => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
	});
});

const one = { game: 'shogi', id: 'aaaaaaaa' } as const;

it('a hint is remembered until the puzzle is decided', () => {
	expect(wasHelped(one)).toBe(false);
	noteHelp(one);
	noteHelp(one);
	expect(wasHelped(one)).toBe(true);
	expect(wasHelped({ ...one, game: 'shogun' })).toBe(false);
	forgetHelp(one);
	expect(wasHelped(one)).toBe(false);
});

it('the list is bounded and keeps the latest', () => {
	noteHelp(one);
	for (let i = 0; i < 60; i++) noteHelp({ game: 'shogi', id: `id${i}` });
	expect(wasHelped(one)).toBe(false);
	expect(wasHelped({ game: 'shogi', id: 'id59' })).toBe(true);
});
