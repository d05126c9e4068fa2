import { labelled } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { ClockSettings } from '../protocol';

const minutes = (ms: number) => Math.round(ms / 6_000) / 10;
const seconds = (ms: number) => Math.round(ms / 100) / 10;

/** `main` in minutes, `period` in seconds. */
export function periodsText(main: number, period: number, periods: number): string {
	return periods > 1 ? m.clock_preset_periods({ main, period, periods }) : m.clock_preset_then({ main, period });
}

export function clockText(clock: ClockSettings): string {
	switch (clock.kind) {
		case 'none':
			return m.clock_text_none();
		case 'sudden':
			return m.clock_preset_main({ main: minutes(clock.main_ms) });
		case 'increment':
			return labelled(
				m.clock_increment(),
				m.clock_preset({ main: minutes(clock.main_ms), period: seconds(clock.increment_ms) }),
			);
		case 'byoyomi': {
			const main = minutes(clock.main_ms);
			const period = seconds(clock.period_ms);
			const { periods } = clock;
			if (main > 0) return labelled(m.clock_byoyomi(), periodsText(main, period, periods));
			return labelled(
				m.clock_byoyomi(),
				periods > 1 ? m.clock_preset_only_periods({ period, periods }) : m.clock_preset_moves({ period }),
			);
		}
	}
}
