/** The clocks of a friend game at this moment, reckoned from what the server said last. Display only. */
import type { ClockState } from '../protocol';
import { type ClockSettings, type Clocks, spend } from './clock';

/** `serverNow` is server time; a clock that should have run out stands at zero until the server says so. */
export function clocksAt(settings: ClockSettings, state: ClockState, serverNow: number): Clocks {
	const { running, left } = state;
	if (!running) return left;
	const passed = Math.max(0, Math.floor(serverNow - state.at_ms));
	const now = spend(settings, left[running], passed) ?? {
		...left[running],
		main_ms: 0,
		period_ms: 0,
		periods_left: 0,
	};
	return { ...left, [running]: now };
}
