/** Components of the sounds, and the two wood voices. */
import type { Voice } from '../settings/settings.svelte';

export type SoundName = 'move' | 'drop' | 'capture' | 'check' | 'end' | 'tick';

export interface WoodVoice {
	pitch: number;
	tone: number;
	ring: number;
	loud: number;
	/** Decay exponent and filter Q of a knock. */
	fall: number;
	sharp: number;
}

export const VOICES: Record<Voice, WoodVoice> = {
	kaya: { pitch: 1, tone: 1, ring: 1, loud: 1, fall: 6, sharp: 3.2 },
	dark: { pitch: 0.46, tone: 0.75, ring: 1.7, loud: 1.5, fall: 4.5, sharp: 2.1 },
};

export interface Part {
	kind: 'knock' | 'tone';
	/** Seconds. */
	after: number;
	/** Pitch in hertz, loudness, length in seconds. */
	hit: [number, number, number];
}

const knock = (after: number, ...hit: Part['hit']): Part => ({ kind: 'knock', after, hit });
const tone = (after: number, ...hit: Part['hit']): Part => ({ kind: 'tone', after, hit });

export const SOUNDS: Record<SoundName, Part[]> = {
	move: [knock(0, 1450, 1.5, 0.09), knock(0.004, 520, 1.1, 0.11)],
	drop: [knock(0, 1750, 1.8, 0.08), knock(0.003, 420, 1.5, 0.13)],
	capture: [knock(0, 1900, 1.4, 0.06), knock(0.055, 1250, 1.7, 0.09), knock(0.058, 460, 1.3, 0.12)],
	check: [knock(0, 1450, 1.5, 0.09), tone(0.03, 1174, 0.14, 0.5), tone(0.03, 1760, 0.06, 0.35)],
	end: [tone(0, 587, 0.16, 0.9), tone(0.16, 440, 0.16, 0.9), tone(0.32, 294, 0.18, 1.4)],
	tick: [knock(0, 2600, 0.55, 0.03)],
};
