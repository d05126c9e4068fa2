/**
 * Sound and vibration of a move. Sounds are synthesised (`voices.ts`); speech and vibration are the browser's. Nothing
 * is heard before the first gesture. `callClock.svelte.ts` follows the running clock; `count.ts` decides which seconds
 * are ticked or spoken.
 */
import type { GameState } from '../rules/module';
import { playSound, type SoundName } from './sound';
import { type Shake, vibrate } from './vibration';

export function soundOf(state: GameState): SoundName {
	if (state.outcome) return 'end';
	if (state.check) return 'check';
	if (state.lastMove?.capture) return 'capture';
	return state.lastMove?.drop ? 'drop' : 'move';
}

export function shakeOf(state: GameState, own: boolean): Shake | null {
	if (own || state.outcome) return null;
	return state.check ? 'check' : 'move';
}

/** `own` is a move by the player at this page. */
export function moveMade(state: GameState, own: boolean): void {
	playSound(soundOf(state));
	const shake = shakeOf(state, own);
	if (shake) vibrate(shake);
}
