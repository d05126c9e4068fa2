import { afterEach, expect, it } from 'vitest';
import { settings } from '../settings/settings.svelte';
import { moveStyle } from './moveStyle';

afterEach(() => {
	settings.toriFromLeft = false;
});

it('follows the reader, except in chess', () => {
	expect(moveStyle('shogi', 'en')).toBe('western');
	expect(moveStyle('torishogi', 'ja')).toBe('japanese');
	expect(moveStyle('minishogi', 'zh-Hant')).toBe('japanese');
	expect(moveStyle('shogun', 'ja')).toBe('western');
});

it('is Western in Tori Shogi for who counts from the left, in every language', () => {
	settings.toriFromLeft = true;
	for (const locale of ['en', 'ja'] as const) {
		expect(moveStyle('torishogi', locale)).toBe('western-top-left');
		expect(moveStyle('shogi', locale)).not.toBe('western-top-left');
	}
});
