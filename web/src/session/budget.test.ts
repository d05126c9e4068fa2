import { expect, it } from 'vitest';
import { totalMs } from '../clock/reading';
import type { ClockSettings } from '../protocol';
import { moveBudget } from './budget';

it('thinks longest without a clock', () => {
	expect(moveBudget({ kind: 'none' }, null)).toBe(2_500);
});

it('leaves a margin before the flag', () => {
	const settings: ClockSettings = { kind: 'sudden', main_ms: 60_000 };
	for (let main_ms = 100; main_ms <= 60_000; main_ms += 997) {
		const clock = { main_ms, period_ms: 0, periods_left: 0, in_byoyomi: false };
		expect(moveBudget(settings, clock)).toBeLessThan(totalMs(settings, clock) / 2);
	}
});

it('spends most of a byo-yomi period', () => {
	const settings: ClockSettings = { kind: 'byoyomi', main_ms: 0, period_ms: 30_000, periods: 1 };
	expect(moveBudget(settings, { main_ms: 0, period_ms: 30_000, periods_left: 0, in_byoyomi: true })).toBe(2_500);
});
