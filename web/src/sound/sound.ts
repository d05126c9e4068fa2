/** Sounds made on the spot: short knocks of wood. Nothing is fetched, nothing plays when muted. */
import { settings } from '../settings/settings.svelte';

export type SoundName = 'move' | 'drop' | 'capture' | 'check' | 'end';

let context: AudioContext | undefined;

/** Browsers let sound start only after a gesture; before it this does nothing. */
function audio(): AudioContext | undefined {
	if (typeof AudioContext === 'undefined') return undefined;
	// After a reload the computer may move first: asking then is refused with a warning.
	if (navigator.userActivation?.hasBeenActive === false) return undefined;
	context ??= new AudioContext();
	if (context.state === 'suspended') context.resume().catch(() => {});
	return context;
}

/** A knock: a burst of noise through a narrow filter, as a small block of wood rings. */
function knock(at: AudioContext, when: number, pitch: number, loud: number, seconds: number): void {
	const length = Math.ceil(at.sampleRate * seconds);
	const buffer = at.createBuffer(1, length, at.sampleRate);
	const samples = buffer.getChannelData(0);
	for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
	const source = at.createBufferSource();
	source.buffer = buffer;
	const body = at.createBiquadFilter();
	body.type = 'bandpass';
	body.frequency.value = pitch;
	body.Q.value = 3.2;
	const gain = at.createGain();
	gain.gain.value = loud;
	source.connect(body).connect(gain).connect(at.destination);
	source.start(when);
}

function tone(at: AudioContext, when: number, pitch: number, loud: number, seconds: number): void {
	const oscillator = at.createOscillator();
	oscillator.type = 'sine';
	oscillator.frequency.value = pitch;
	const gain = at.createGain();
	gain.gain.setValueAtTime(0, when);
	gain.gain.linearRampToValueAtTime(loud, when + 0.008);
	gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
	oscillator.connect(gain).connect(at.destination);
	oscillator.start(when);
	oscillator.stop(when + seconds);
}

const VOICES: Record<SoundName, (at: AudioContext, now: number) => void> = {
	move(at, now) {
		knock(at, now, 1450, 1.5, 0.09);
		knock(at, now + 0.004, 520, 1.1, 0.11);
	},
	drop(at, now) {
		knock(at, now, 1750, 1.8, 0.08);
		knock(at, now + 0.003, 420, 1.5, 0.13);
	},
	capture(at, now) {
		knock(at, now, 1900, 1.4, 0.06);
		knock(at, now + 0.055, 1250, 1.7, 0.09);
		knock(at, now + 0.058, 460, 1.3, 0.12);
	},
	check(at, now) {
		knock(at, now, 1450, 1.5, 0.09);
		tone(at, now + 0.03, 1174, 0.14, 0.5);
		tone(at, now + 0.03, 1760, 0.06, 0.35);
	},
	end(at, now) {
		tone(at, now, 587, 0.16, 0.9);
		tone(at, now + 0.16, 440, 0.16, 0.9);
		tone(at, now + 0.32, 294, 0.18, 1.4);
	},
};

export function playSound(name: SoundName): void {
	if (settings.muted) return;
	const at = audio();
	if (at) VOICES[name](at, at.currentTime);
}
