/**
 * The clock model: what one side has left, how time is spent and what a move gives back.
 * Pure functions on integer milliseconds; who measures the time is somebody else's business.
 */
import type { Side } from '../games/game';
import type { ClockSettings, SideClock } from '../protocol';

export type { ClockSettings, SideClock };
export type Clocks = Record<Side, SideClock>;

/** A clock before the first move. Without main time the first period runs from the start. */
export function fullClock(settings: ClockSettings): SideClock {
	switch (settings.kind) {
		case 'none':
			return { main_ms: 0, period_ms: 0, periods_left: 0, in_byoyomi: false };
		case 'byoyomi': {
			const { main_ms, period_ms, periods } = settings;
			const clock = { main_ms, period_ms, periods_left: periods, in_byoyomi: false };
			return main_ms > 0 ? clock : { ...clock, periods_left: periods - 1, in_byoyomi: true };
		}
		default:
			return { main_ms: settings.main_ms, period_ms: 0, periods_left: 0, in_byoyomi: false };
	}
}

export function fullClocks(settings: ClockSettings): Clocks {
	return { first: fullClock(settings), second: fullClock(settings) };
}

function periodLength(settings: ClockSettings): number {
	return settings.kind === 'byoyomi' ? settings.period_ms : 0;
}

/** Milliseconds until the flag falls if nothing is played. */
export function untilFlag(settings: ClockSettings, clock: SideClock): number {
	const period = periodLength(settings);
	const main = clock.in_byoyomi ? 0 : clock.main_ms;
	const running = clock.in_byoyomi ? clock.period_ms : 0;
	return main + running + clock.periods_left * period;
}

/** The clock after thinking for `ms`, or null when the flag has fallen. */
export function spend(settings: ClockSettings, clock: SideClock, ms: number): SideClock | null {
	if (settings.kind === 'none') return clock;
	if (ms >= untilFlag(settings, clock)) return null;
	const period = periodLength(settings);
	let rest = ms;
	let { main_ms, period_ms, periods_left, in_byoyomi } = clock;
	if (!in_byoyomi) {
		if (rest < main_ms) return { ...clock, main_ms: main_ms - rest };
		rest -= main_ms;
		main_ms = 0;
		in_byoyomi = true;
		periods_left -= 1;
		period_ms = period;
	}
	while (rest >= period_ms) {
		rest -= period_ms;
		periods_left -= 1;
		period_ms = period;
	}
	return { main_ms, period_ms: period_ms - rest, periods_left, in_byoyomi };
}

/** The clock after the move that ends the thinking: the period is full again, or the increment is added. */
export function afterMove(settings: ClockSettings, clock: SideClock): SideClock {
	switch (settings.kind) {
		case 'byoyomi':
			return { ...clock, period_ms: settings.period_ms };
		case 'increment':
			return { ...clock, main_ms: clock.main_ms + settings.increment_ms };
		default:
			return clock;
	}
}

/** The time a clock face shows: main time, or what is left of the running period. */
export function shownMs(clock: SideClock): number {
	return clock.in_byoyomi ? clock.period_ms : clock.main_ms;
}
