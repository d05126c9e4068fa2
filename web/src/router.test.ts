import { expect, it } from 'vitest';
import addresses from '../../crates/server/tests/server/addresses.json';
import { parseRoute } from './router.svelte';

it.each([
	['/', { page: 'home' }],
	['/new/shogi', { page: 'new', game: 'shogi' }],
	['/new/chess', { page: 'missing' }],
	['/new/shogi/more', { page: 'missing' }],
	['/play/ab-c_', { page: 'play', id: 'ab-c_' }],
	['/play', { page: 'missing' }],
	['/play/%', { page: 'play', id: '%' }],
	['/g/a%2Fb', { page: 'friend', id: 'a/b' }],
	['/view', { page: 'view' }],
	['/view/more', { page: 'missing' }],
	['/%', { page: 'missing' }],
	['/games', { page: 'games' }],
	['/games/more', { page: 'missing' }],
	['/challenges', { page: 'challenges' }],
	['/challenges/more', { page: 'missing' }],
	['/devices', { page: 'devices' }],
	['/devices/more', { page: 'missing' }],
	['/link', { page: 'sign-in' }],
	['/link/more', { page: 'missing' }],
	['/learn', { page: 'learn' }],
	['/learn/shogun', { page: 'guide', game: 'shogun', language: null, chapter: null }],
	['/learn/torishogi/zh-Hant', { page: 'guide', game: 'torishogi', language: 'zh-Hant', chapter: null }],
	['/learn/shogi/drops', { page: 'guide', game: 'shogi', language: null, chapter: 'drops' }],
	['/learn/shogi/ja/drops', { page: 'guide', game: 'shogi', language: 'ja', chapter: 'drops' }],
	['/learn/shogi/lessons', { page: 'lessons', game: 'shogi', step: null }],
	['/learn/shogi/lessons/rook', { page: 'lessons', game: 'shogi', step: 'rook' }],
	['/learn/shogi/lessons/rook/more', { page: 'missing' }],
	['/learn/shogun/squares', { page: 'squares', game: 'shogun' }],
	['/learn/shogi/names', { page: 'names', game: 'shogi' }],
	['/learn/torishogi/handicaps', { page: 'handicaps', game: 'torishogi' }],
	['/learn/shogi/names/more', { page: 'missing' }],
	['/learn/chess', { page: 'missing' }],
	['/learn/shogi/x-y', { page: 'missing' }],
	['/learn/shogi/drops/more', { page: 'missing' }],
	['/learn/shogi/ja/drops/more', { page: 'missing' }],
	['/puzzles/shogi', { page: 'puzzle', game: 'shogi', at: null, theme: null }],
	['/puzzles/shogi/abcdefgh', { page: 'puzzle', game: 'shogi', at: 'abcdefgh', theme: null }],
	['/puzzles/shogi/theme/fork', { page: 'puzzle', game: 'shogi', at: null, theme: 'fork' }],
	['/puzzles/shogi/theme/fork/more', { page: 'missing' }],
	['/puzzles/shogi/fork/more', { page: 'missing' }],
	['/puzzles/shogi/print', { page: 'puzzle-sheet', game: 'shogi' }],
	['/puzzles/shogi/storm', { page: 'puzzle-run', game: 'shogi', kind: 'storm' }],
])('%s', (path, route) => expect(parseRoute(path)).toEqual(route));

it('knows exactly the addresses that the server answers with a page', () => {
	const missing = (all: readonly string[]) => all.filter((path) => parseRoute(path).page === 'missing');
	expect(missing(addresses.pages)).toEqual([]);
	expect(missing(addresses.missing)).toEqual(addresses.missing);
});
