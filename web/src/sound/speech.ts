/** Speech synthesis in the page's language. */
import type { Locale } from '../paraglide/runtime';
import { settings } from '../settings/settings.svelte';

const LANGUAGES: Record<Locale, string> = { en: 'en', ja: 'ja-JP', 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW' };

export function canSpeak(): boolean {
	return 'speechSynthesis' in globalThis && 'SpeechSynthesisUtterance' in globalThis;
}

/** Cancels pending speech: a late count announces the wrong second. */
export function hush(): void {
	if (canSpeak() && (speechSynthesis.speaking || speechSynthesis.pending)) speechSynthesis.cancel();
}

export function speak(text: string, locale: Locale): void {
	if (!settings.counting || settings.muted || settings.volume === 0 || !canSpeak()) return;
	if (navigator.userActivation?.hasBeenActive === false) return;
	hush();
	const words = new SpeechSynthesisUtterance(text);
	words.lang = LANGUAGES[locale];
	words.volume = settings.volume / 100;
	words.rate = 1.15;
	speechSynthesis.speak(words);
}
