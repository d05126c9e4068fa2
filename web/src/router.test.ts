import { expect, it } from 'vitest';
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
	['/learn', { page: 'learn' }],
	['/learn/shogun', { page: 'guide', game: 'shogun', language: null }],
	['/learn/torishogi/zh-Hant', { page: 'guide', game: 'torishogi', language: 'zh-Hant' }],
	['/learn/shogi/lessons', { page: 'lessons', game: 'shogi', step: null }],
	['/learn/shogi/lessons/rook', { page: 'lessons', game: 'shogi', step: 'rook' }],
	['/learn/shogi/lessons/rook/more', { page: 'missing' }],
	['/learn/shogun/squares', { page: 'squares', game: 'shogun' }],
	['/learn/shogi/names', { page: 'names', game: 'shogi' }],
	['/learn/torishogi/handicaps', { page: 'handicaps', game: 'torishogi' }],
	['/learn/shogi/names/more', { page: 'missing' }],
	['/learn/chess', { page: 'missing' }],
	['/learn/shogi/xx', { page: 'missing' }],
	['/learn/shogi/ja/more', { page: 'missing' }],
])('%s', (path, route) => expect(parseRoute(path)).toEqual(route));
