/** How long the computer may think about a move. */
import { totalMs } from '../clock/shown';
import type { ClockSettings, SideClock } from '../protocol';

/** Nothing else may have been loading for this long when the engine is fetched. */
export const ENGINE_WAITS_MS = 50;

/** Thinking time without a clock, and the most with one. The numbered levels end long before, by how they play. */
const MAX_THINKING_MS = 2_500;

/** A hint is found in half a second, or in what the clock allows. */
export const HINT_MS = 500;

/** Milliseconds for the next move: a small part of what is left, never close to the flag. */
export function moveBudget(settings: ClockSettings, clock: SideClock | null): number {
	if (!clock || settings.kind === 'none') return MAX_THINKING_MS;
	const increment = settings.kind === 'increment' ? settings.increment_ms : 0;
	// In byo-yomi a period comes back after every move, so most of it may be used.
	const period = settings.kind === 'byoyomi' && clock.in_byoyomi ? clock.period_ms * 0.5 : 0;
	const share = clock.main_ms / 40 + increment * 0.7 + period;
	const safe = totalMs(settings, clock) * 0.25;
	return Math.max(20, Math.round(Math.min(MAX_THINKING_MS, share, safe)));
}
