/** Synthesized sounds (Web Audio), mostly knocks of wood. No files are fetched. */
import { painted } from '../loading/scheduling';
import { settings } from '../settings/settings.svelte';
import { SOUNDS, type SoundName, VOICES, type WoodVoice } from './voices';

export type { SoundName };

let context: AudioContext | undefined;
let master: GainNode | undefined;

/** Browsers allow sound only after a user gesture. */
function output(): GainNode | undefined {
	if (typeof AudioContext === 'undefined') return undefined;
	// After a reload the computer may move first; starting audio then logs a warning.
	if (navigator.userActivation?.hasBeenActive === false) return undefined;
	if (!context || !master) {
		context = new AudioContext();
		master = context.createGain();
		master.connect(context.destination);
	}
	if (context.state === 'suspended') context.resume().catch(() => {});
	// Perceived loudness is a power of the amplitude.
	master.gain.value = (settings.volume / 100) ** 2 * 2;
	return master;
}

/** Noise burst through a band-pass filter: a struck block of wood. */
function knock(to: GainNode, wood: WoodVoice, when: number, hit: [number, number, number]): void {
	const at = to.context;
	const [pitch, loud, seconds] = hit;
	const length = Math.ceil(at.sampleRate * seconds * wood.ring);
	const buffer = at.createBuffer(1, length, at.sampleRate);
	const samples = buffer.getChannelData(0);
	for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** wood.fall;
	const source = at.createBufferSource();
	source.buffer = buffer;
	const body = at.createBiquadFilter();
	body.type = 'bandpass';
	body.frequency.value = pitch * wood.pitch;
	body.Q.value = wood.sharp;
	const gain = at.createGain();
	gain.gain.value = loud * wood.loud;
	source.connect(body).connect(gain).connect(to);
	source.start(when);
}

function tone(to: GainNode, wood: WoodVoice, when: number, hit: [number, number, number]): void {
	const at = to.context;
	const [pitch, loud, seconds] = hit;
	const oscillator = at.createOscillator();
	oscillator.type = 'sine';
	oscillator.frequency.value = pitch * wood.tone;
	const gain = at.createGain();
	gain.gain.setValueAtTime(0, when);
	gain.gain.linearRampToValueAtTime(loud, when + 0.008);
	gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
	oscillator.connect(gain).connect(to);
	oscillator.start(when);
	oscillator.stop(when + seconds);
}

/** Opening the audio device is slow: do it at the first gesture, not at the first move. */
export function openOnFirstPress(): () => void {
	const stop = () => {
		removeEventListener('click', open);
		removeEventListener('keydown', open);
	};
	const open = () => {
		stop();
		void painted().then(() => {
			if (!settings.muted && settings.volume > 0 && settings.knocks) output();
		});
	};
	addEventListener('click', open);
	addEventListener('keydown', open);
	return stop;
}

export function playSound(name: SoundName): void {
	if (settings.muted || settings.volume === 0) return;
	if (name === 'tick' ? !settings.ticks : !settings.knocks) return;
	const to = output();
	if (!to) return;
	const wood = VOICES[settings.voice];
	const now = to.context.currentTime;
	for (const { after, hit, kind } of SOUNDS[name]) (kind === 'knock' ? knock : tone)(to, wood, now + after, hit);
}
