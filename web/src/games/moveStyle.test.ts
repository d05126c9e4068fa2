import { expect, it } from 'vitest';
import { moveStyle } from './moveStyle';

it('follows the reader, except in chess', () => {
	expect(moveStyle('shogi', 'en')).toBe('western');
	expect(moveStyle('torishogi', 'ja')).toBe('japanese');
	expect(moveStyle('minishogi', 'zh-Hant')).toBe('japanese');
	expect(moveStyle('shogun', 'ja')).toBe('western');
});
