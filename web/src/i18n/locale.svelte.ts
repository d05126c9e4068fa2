/** Page language: the chosen one, or the browser's, or English. A change redraws without a reload. */
import { baseLocale, type Locale, locales, overwriteGetLocale } from '../paraglide/runtime';
import { changeSettings, settings } from '../settings/settings.svelte';
import { preferred } from './preference';

const fromBrowser: Locale = preferred(globalThis.navigator?.languages ?? [], locales) ?? baseLocale;

let forced: Locale | null = null;

export function locale(): Locale {
	return forced ?? settings.locale ?? fromBrowser;
}

/** Runs `make` in another language. `make` must be synchronous. */
export function withLocale<T>(language: Locale, make: () => T): T {
	const before = forced;
	forced = language;
	// In the build no page has registered the locale getter.
	overwriteGetLocale(locale);
	try {
		return make();
	} finally {
		forced = before;
	}
}

export function chooseLocale(next: Locale): void {
	changeSettings({ locale: next });
	document.documentElement.lang = next;
}

export function startLocale(): void {
	overwriteGetLocale(locale);
	document.documentElement.lang = locale();
}

export const LOCALE_NAMES: Record<Locale, string> = {
	en: 'English',
	ja: '日本語',
	'zh-Hans': '简体中文',
	'zh-Hant': '繁體中文',
};

/** A text computed on display, so that it follows the page's language. */
export type LazyText = () => string;
