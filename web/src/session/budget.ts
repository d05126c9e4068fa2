/** Thinking time of the computer. */
import { totalMs } from '../clock/reading';
import type { ClockSettings, SideClock } from '../protocol';

/** Time without other network loads before the engine is fetched. */
export const ENGINE_WAITS_MS = 50;

/** Limit with and without a clock. Numbered levels stop earlier. */
const MAX_THINKING_MS = 2_500;

export const HINT_MS = 500;

/** Milliseconds for the next move, with a margin before the flag. */
export function moveBudget(settings: ClockSettings, clock: SideClock | null): number {
	if (!clock || settings.kind === 'none') return MAX_THINKING_MS;
	const increment = settings.kind === 'increment' ? settings.increment_ms : 0;
	// A byo-yomi period is restored after every move, so most of it may be spent.
	const period = settings.kind === 'byoyomi' && clock.in_byoyomi ? clock.period_ms * 0.5 : 0;
	const share = clock.main_ms / 40 + increment * 0.7 + period;
	const safe = totalMs(settings, clock) * 0.25;
	return Math.max(20, Math.round(Math.min(MAX_THINKING_MS, share, safe)));
}
