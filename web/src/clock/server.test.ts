import { expect, it } from 'vitest';
import type { ClockState } from '../protocol';
import type { ClockSettings } from './clock';
import { clocksAt } from './server';

const settings: ClockSettings = { kind: 'byoyomi', main_ms: 10_000, period_ms: 5_000, periods: 2 };
const side = { main_ms: 10_000, period_ms: 5_000, periods_left: 2, in_byoyomi: false };
const state: ClockState = { at_ms: 100_000, running: 'second', left: { first: side, second: side } };

it('runs only the clock that runs', () => {
	const clocks = clocksAt(settings, state, 103_000);
	expect(clocks.first).toEqual(side);
	expect(clocks.second.main_ms).toBe(7_000);
});

it('goes into byo-yomi by itself', () => {
	expect(clocksAt(settings, state, 112_000).second).toEqual({
		main_ms: 0,
		period_ms: 3_000,
		periods_left: 1,
		in_byoyomi: true,
	});
});

it('stands at zero, not below', () => {
	expect(clocksAt(settings, state, 999_000).second).toMatchObject({
		main_ms: 0,
		period_ms: 0,
		periods_left: 0,
	});
});

it('does not run backwards when the clocks of both machines differ', () => {
	expect(clocksAt(settings, state, 99_000).second.main_ms).toBe(10_000);
});

it('stands still when nobody is to move', () => {
	expect(clocksAt(settings, { ...state, running: null }, 999_000).second).toEqual(side);
});
