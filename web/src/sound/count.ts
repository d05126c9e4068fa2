/** Cues of a running clock: ticks and spoken seconds. Pure functions. */
import { shownMs } from '../clock/reading';
import { spelled } from '../i18n/numberWords';
import { m } from '../paraglide/messages';
import type { Locale } from '../paraglide/runtime';
import type { ClockSettings, SideClock } from '../protocol';

const LAST_SECONDS = 10;
const MARKS = [30, 20, 10];

export type Spoken =
	| { kind: 'byoyomi' }
	/** Periods left, including the running one. */
	| { kind: 'periods'; left: number }
	/** `spent` is `null` in main time. */
	| { kind: 'mark'; left: number; spent: number | null }
	/** `spent` counts from the start of the seconds announced one by one. */
	| { kind: 'second'; left: number; spent: number };

export interface Cues {
	tick: boolean;
	/** The last ten seconds before the flag have begun. */
	low: boolean;
	say: Spoken | null;
}

const SILENCE: Cues = { tick: false, low: false, say: null };

const seconds = (clock: SideClock) => Math.ceil(shownMs(clock) / 1000);

/** Compares two readings within one turn. */
export function cuesOf(settings: ClockSettings, before: SideClock, after: SideClock): Cues {
	if (settings.kind === 'none') return SILENCE;
	if (after.in_byoyomi && !before.in_byoyomi) return { ...SILENCE, say: { kind: 'byoyomi' } };
	if (after.periods_left < before.periods_left)
		return { ...SILENCE, say: { kind: 'periods', left: after.periods_left + 1 } };
	// Main time before byo-yomi runs out without a loss.
	if (settings.kind === 'byoyomi' && !after.in_byoyomi) return SILENCE;
	const left = seconds(after);
	const earlier = seconds(before);
	if (left >= earlier || left <= 0) return SILENCE;
	const last = settings.kind !== 'byoyomi' || after.periods_left === 0;
	const period = settings.kind === 'byoyomi' ? Math.round(settings.period_ms / 1000) : null;
	return {
		tick: last && left <= LAST_SECONDS,
		low: last && left <= LAST_SECONDS && earlier > LAST_SECONDS,
		say: spokenAt(left, period),
	};
}

function spokenAt(left: number, period: number | null): Spoken | null {
	if (MARKS.includes(left)) return { kind: 'mark', left, spent: period && period - left };
	if (left >= LAST_SECONDS) return null;
	const counted = Math.min(LAST_SECONDS, period ?? LAST_SECONDS);
	return { kind: 'second', left, spent: counted - left };
}

/** Japanese game recorders count up, all other languages count down. */
export function spokenText(spoken: Spoken, locale: Locale): string {
	const up = locale === 'ja';
	switch (spoken.kind) {
		case 'byoyomi':
			return m.say_byoyomi({}, { locale });
		case 'periods':
			return m.say_periods({ count: spoken.left }, { locale });
		case 'mark':
			if (up && spoken.spent !== null) return m.say_seconds({ seconds: spelled(spoken.spent, locale) }, { locale });
			return m.say_seconds_left({ seconds: spelled(spoken.left, locale) }, { locale });
		case 'second':
			return spelled(up ? spoken.spent : spoken.left, locale);
	}
}
