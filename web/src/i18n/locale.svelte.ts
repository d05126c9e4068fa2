/** The language of the page: chosen, else the browser's, else English. Changing it redraws, never reloads. */
import { baseLocale, type Locale, locales, overwriteGetLocale } from '../paraglide/runtime';
import { changeSettings, settings } from '../settings/settings.svelte';
import { preferred } from './preferred';

const fromBrowser: Locale = preferred(globalThis.navigator?.languages ?? [], locales) ?? baseLocale;

/** The language of a text that is being made, whatever the page's. */
let forced: Locale | null = null;

export function locale(): Locale {
	return forced ?? settings.locale ?? fromBrowser;
}

/** Makes a text in another language than the page's. What is made must be finished when `make` returns. */
export function withLocale<T>(language: Locale, make: () => T): T {
	const before = forced;
	forced = language;
	// Where no page was started, as in the build, messages do not ask yet.
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

/** The name of each language in itself. */
export const LOCALE_NAMES: Record<Locale, string> = {
	en: 'English',
	ja: '日本語',
	'zh-Hans': '简体中文',
	'zh-Hant': '繁體中文',
};
