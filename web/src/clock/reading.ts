/** A side's time as its clock shows it. The rules module runs the clocks. */
import type { ClockSettings, SideClock } from '../protocol';

/** Main time, or the rest of the current period. */
export function shownMs(clock: SideClock): number {
	return clock.in_byoyomi ? clock.period_ms : clock.main_ms;
}

/** Time until the flag falls, including periods in reserve. */
export function totalMs(settings: ClockSettings, clock: SideClock): number {
	const period = settings.kind === 'byoyomi' ? settings.period_ms : 0;
	return shownMs(clock) + clock.periods_left * period;
}
