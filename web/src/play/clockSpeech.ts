/** Clock times in words, for screen readers. */
import { shownMs } from '../clock/reading';
import { locale } from '../i18n/locale.svelte';
import { listed } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import { other, type Side } from '../rules/variant';
import type { Session } from '../session/session';

const UNITS = ['hour', 'minute', 'second'] as const;

export function timeSpeech(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	const values = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	const parts = UNITS.flatMap((unit, i) => {
		const value = values[i] ?? 0;
		if (value === 0 && !(unit === 'second' && seconds === 0)) return [];
		return [new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value)];
	});
	return parts.join(' ');
}

export function clockSpeech(session: Session): string {
	const { clocks, clockSettings } = session;
	if (!clocks) return m.clock_text_none();
	const one = (side: Side) => {
		const clock = clocks[side];
		const time = m.clock_label({ side: session.players[side].name, time: timeSpeech(shownMs(clock)) });
		if (clockSettings.kind !== 'byoyomi') return time;
		return listed([time, m.clock_periods_spoken({ count: clock.periods_left })]);
	};
	const { bottomSide } = session;
	return m.clock_text_both({ own: one(bottomSide), opposing: one(other(bottomSide)) });
}
