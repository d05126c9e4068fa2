/** What a clock face shows of a side's time. How time is spent is the rules module's business. */
import type { ClockSettings, SideClock } from '../protocol';

/** Main time, or what is left of the running period. */
export function shownMs(clock: SideClock): number {
	return clock.in_byoyomi ? clock.period_ms : clock.main_ms;
}

/** All that is left before the flag falls, the periods in reserve included. */
export function totalMs(settings: ClockSettings, clock: SideClock): number {
	const period = settings.kind === 'byoyomi' ? settings.period_ms : 0;
	return shownMs(clock) + clock.periods_left * period;
}
