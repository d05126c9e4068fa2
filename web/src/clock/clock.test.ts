import { describe, expect, it } from 'vitest';
import { afterMove, type ClockSettings, fullClock, type SideClock, shownMs, spend, untilFlag } from './clock';

const THREE: ClockSettings = { kind: 'byoyomi', main_ms: 10_000, period_ms: 30_000, periods: 3 };
const ONE: ClockSettings = { kind: 'byoyomi', main_ms: 10_000, period_ms: 30_000, periods: 1 };

function think(settings: ClockSettings, clock: SideClock, ms: number): SideClock {
	const after = spend(settings, clock, ms);
	if (!after) throw new Error('the flag fell');
	return after;
}

function move(settings: ClockSettings, clock: SideClock, ms: number): SideClock {
	return afterMove(settings, think(settings, clock, ms));
}

describe('byo-yomi vectors', () => {
	const afterOne = move(THREE, fullClock(THREE), 9_000);
	const inFirst = move(THREE, afterOne, 1_000 + 29_900);
	const inSecond = move(THREE, inFirst, 30_000 + 5_000);

	it('CL-01: main time left, all periods in reserve', () => {
		expect(afterOne).toEqual({ main_ms: 1_000, period_ms: 30_000, periods_left: 3, in_byoyomi: false });
	});
	it('CL-02: a move inside period 1 restores it and keeps two in reserve', () => {
		expect(inFirst).toEqual({ main_ms: 0, period_ms: 30_000, periods_left: 2, in_byoyomi: true });
	});
	it('CL-03: an overrun period is lost', () => {
		expect(inSecond).toEqual({ main_ms: 0, period_ms: 30_000, periods_left: 1, in_byoyomi: true });
	});
	it('CL-04: the last period that runs out loses', () => {
		const inLast = move(THREE, inSecond, 30_000);
		expect(inLast.periods_left).toBe(0);
		expect(spend(THREE, inLast, 29_999)).not.toBeNull();
		expect(spend(THREE, inLast, 30_000)).toBeNull();
	});
	it('CL-05: one period: flag after main time and period', () => {
		expect(spend(ONE, fullClock(ONE), 39_999)).not.toBeNull();
		expect(spend(ONE, fullClock(ONE), 40_000)).toBeNull();
	});
	it('CL-06: no main time starts in the first period', () => {
		const settings: ClockSettings = { ...ONE, main_ms: 0 };
		const clock = fullClock(settings);
		expect(clock).toEqual({ main_ms: 0, period_ms: 30_000, periods_left: 0, in_byoyomi: true });
		expect(spend(settings, clock, 29_999)).not.toBeNull();
		expect(spend(settings, clock, 30_000)).toBeNull();
	});
	it('CL-07: sudden death flags when main time ends', () => {
		const settings: ClockSettings = { kind: 'sudden', main_ms: 10_000 };
		expect(spend(settings, fullClock(settings), 9_999)).not.toBeNull();
		expect(spend(settings, fullClock(settings), 10_000)).toBeNull();
	});
	it('CL-08: clocks are values, so an earlier one is still there to go back to', () => {
		const before = structuredClone(inSecond);
		move(THREE, inSecond, 31_000);
		expect(inSecond).toEqual(before);
	});
});

describe('time is conserved', () => {
	it('spending in slices equals spending at once', () => {
		let seed = 7;
		const random = (n: number) => {
			seed = (seed * 1103515245 + 12345) % 2147483648;
			return seed % n;
		};
		for (let round = 0; round < 500; round++) {
			const settings: ClockSettings = {
				kind: 'byoyomi',
				main_ms: random(5_000),
				period_ms: 1_000 + random(3_000),
				periods: 1 + random(4),
			};
			const start = fullClock(settings);
			const total = random(untilFlag(settings, start));
			const cut = random(total + 1);
			const sliced = think(settings, think(settings, start, cut), total - cut);
			expect(sliced).toEqual(think(settings, start, total));
			expect(untilFlag(settings, sliced)).toBe(untilFlag(settings, start) - total);
			expect(shownMs(sliced)).toBeGreaterThan(0);
		}
	});
	it('an increment is added after the move', () => {
		const settings: ClockSettings = { kind: 'increment', main_ms: 60_000, increment_ms: 5_000 };
		expect(move(settings, fullClock(settings), 20_000).main_ms).toBe(45_000);
	});
	it('no clock never flags', () => {
		const settings: ClockSettings = { kind: 'none' };
		expect(spend(settings, fullClock(settings), 1e9)).not.toBeNull();
	});
});
