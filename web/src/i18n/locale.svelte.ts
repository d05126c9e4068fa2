/** The language of the page: chosen, else the browser's, else English. Changing it redraws, never reloads. */
import { baseLocale, type Locale, locales, overwriteGetLocale } from '../paraglide/runtime';
import { changeSettings, settings } from '../settings/settings.svelte';
import { preferred } from './preferred';

const fromBrowser: Locale = preferred(globalThis.navigator?.languages ?? [], locales) ?? baseLocale;

export function locale(): Locale {
	return settings.locale ?? fromBrowser;
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
