import { expect, it } from 'vitest';
import { type ClockSettings, fullClock, untilFlag } from '../clock/clock';
import { moveBudget } from './budget';

it('is patient without a clock', () => {
	expect(moveBudget({ kind: 'none' }, null)).toBe(2_500);
});

it('never comes near the flag', () => {
	const settings: ClockSettings = { kind: 'sudden', main_ms: 60_000 };
	for (let main_ms = 100; main_ms <= 60_000; main_ms += 997) {
		const clock = { ...fullClock(settings), main_ms };
		expect(moveBudget(settings, clock)).toBeLessThan(untilFlag(settings, clock) / 2);
	}
});

it('uses the period that comes back', () => {
	const settings: ClockSettings = { kind: 'byoyomi', main_ms: 0, period_ms: 30_000, periods: 1 };
	expect(moveBudget(settings, fullClock(settings))).toBe(2_500);
});
