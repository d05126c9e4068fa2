import { afterEach, expect, it } from 'vitest';
import { settings } from '../settings/settings.svelte';
import { isJapanese, moveStyle, usualStyle } from './moveStyle';

afterEach(() => {
	settings.toriFromLeft = false;
	settings.notation = { shogi: 'usual', torishogi: 'usual', shogun: 'usual' };
});

it('is the chosen one of each family of games', () => {
	settings.notation = { shogi: 'hosking', torishogi: 'japanese-digits', shogun: 'usi' };
	expect(moveStyle('shogi', 'ja')).toBe('hosking');
	expect(moveStyle('minishogi', 'en')).toBe('hosking');
	expect(moveStyle('torishogi', 'en')).toBe('japanese-digits');
	expect(moveStyle('shogun', 'en')).toBe('usi');
	expect(usualStyle('shogi', 'ja')).toBe('japanese');
	settings.toriFromLeft = true;
	expect(moveStyle('torishogi', 'ja')).toBe('western-top-left');
	settings.notation.torishogi = 'usi';
	expect(moveStyle('torishogi', 'ja')).toBe('usi');
});

it('has Japanese piece names in four notations', () => {
	expect((['japanese', 'japanese-digits', 'kif', 'kawasaki'] as const).every(isJapanese)).toBe(true);
	expect((['western', 'western-letters', 'western-top-left', 'hosking', 'usi'] as const).some(isJapanese)).toBe(false);
});

it('follows the language, except in chess', () => {
	expect(moveStyle('shogi', 'en')).toBe('western');
	expect(moveStyle('torishogi', 'ja')).toBe('japanese');
	expect(moveStyle('minishogi', 'zh-Hant')).toBe('japanese');
	expect(moveStyle('shogun', 'ja')).toBe('western');
});

it('is Western in Tori Shogi when files count from the left, in every language', () => {
	settings.toriFromLeft = true;
	for (const locale of ['en', 'ja'] as const) {
		expect(moveStyle('torishogi', locale)).toBe('western-top-left');
		expect(moveStyle('shogi', locale)).not.toBe('western-top-left');
	}
});
