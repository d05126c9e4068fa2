import { expect, it } from 'vitest';
import { emsOf, figureEms, formatClock } from './format';

it.each([
	[600_000, '10:00'],
	[59_001, '1:00'],
	[10_000, '0:10'],
	[9_999, '10.0'],
	[8_401, '8.5'],
	[1, '0.1'],
	[0, '0:00'],
	[-5, '0:00'],
	[3_723_000, '1:02:03'],
])('%i ms is %s', (ms, text) => expect(formatClock(ms)).toBe(text));

it('a time is at least five characters wide', () => {
	expect(figureEms('8.4')).toBe(figureEms('10:00'));
	expect(figureEms('24:00:00')).toBeGreaterThan(figureEms('1:00:00'));
});

it('kana and Chinese characters are one em wide, letters narrower', () => {
	expect(emsOf('秒読み')).toBe(3);
	expect(emsOf('byo-yomi')).toBeLessThan(8);
	expect(emsOf('之后30秒×3')).toBeGreaterThan(emsOf('之后30秒'));
});
