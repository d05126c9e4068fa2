import { expect, it } from 'vitest';
import { EFFORT_LIMITS, effortOf, isWithin, readEffort } from './effort';

it('a limit is a number of seconds or plies within bounds, or none', () => {
	expect(readEffort('time-7')).toBe('time-7');
	expect(readEffort('depth-23')).toBe('depth-23');
	expect(readEffort('endless')).toBe('endless');
	for (const bad of ['time-0', 'time-3601', 'depth-61', 'depth-', 'time-1.5', 'nodes-5', '', undefined, 'time-007x'])
		expect(readEffort(bad), String(bad)).toBeNull();
	expect(effortOf('depth-12')).toEqual({ kind: 'depth', count: 12 });
	expect(effortOf('endless')).toEqual({ kind: 'endless', count: 0 });
});

it('the defaults are within bounds', () => {
	for (const kind of ['time', 'depth'] as const) {
		const { least, most, usual } = EFFORT_LIMITS[kind];
		expect([least, most, usual].every((count) => isWithin(kind, count))).toBe(true);
		expect([least - 1, most + 1, 1.5, Number.NaN].some((count) => isWithin(kind, count))).toBe(false);
	}
});
