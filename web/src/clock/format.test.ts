import { expect, it } from 'vitest';
import { formatClock } from './format';

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
