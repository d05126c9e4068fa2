/** Audible clock of a game: the player's own clock, both on one device, both for a watcher. */
import { locale } from '../i18n/locale.svelte';
import type { Session } from '../session/session';
import { ClockCaller } from '../sound/caller';
import { spokenText } from '../sound/count';
import { playSound } from '../sound/sound';
import { hush, speak } from '../sound/speech';
import { vibrate } from '../sound/vibration';

/** Call during component initialisation. */
export function callClock(session: () => Session): void {
	const caller = new ClockCaller({
		tick: () => playSound('tick'),
		low: () => vibrate('low'),
		say: (spoken) => speak(spokenText(spoken, locale()), locale()),
		hush,
		visible: () => document.visibilityState === 'visible',
	});
	$effect(() => {
		const { clocks, clockSettings, players, running } = session();
		const played = players.first.you || players.second.you;
		const heard = running && (players[running].you || !played);
		caller.hear(clockSettings, heard ? running : null, heard ? (clocks?.[running] ?? null) : null);
	});
	$effect(() => () => caller.stop());
}
