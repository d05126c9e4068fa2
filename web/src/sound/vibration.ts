/** Vibration patterns of moves, checks and low time. */
import { settings } from '../settings/settings.svelte';

export type Shake = 'move' | 'check' | 'low';

/** Milliseconds on, off, on … */
const SHAKES: Record<Shake, number[]> = { move: [35], check: [50, 60, 50], low: [120, 80, 120] };

export function canVibrate(): boolean {
	return typeof navigator !== 'undefined' && typeof navigator.vibrate === 'function';
}

/** Browsers reject vibration with a warning before a user gesture. */
export function vibrate(shake: Shake): void {
	if (!settings.vibration || !canVibrate() || navigator.userActivation?.hasBeenActive === false) return;
	navigator.vibrate(SHAKES[shake]);
}
