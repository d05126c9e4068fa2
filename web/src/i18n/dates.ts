/** Dates and times in the page's language and the browser's regional format. */
import { locale } from './locale.svelte';
import { preferred } from './preference';

/**
 * The browser's tag for the page's language (`en-GB`), or else the page's language with the region of the browser's
 * first tag that has one.
 */
export function regional(language: string, wanted: readonly string[]): string {
	const own = wanted.find((tag) => preferred([tag], [language]) === language && regionOf(tag));
	if (own) return own;
	const region = wanted.map(regionOf).find(Boolean);
	return region && !language.includes('-') ? `${language}-${region}` : language;
}

function regionOf(tag: string): string | undefined {
	try {
		return new Intl.Locale(tag).region;
	} catch {
		return undefined;
	}
}

function format(time: number, options: Intl.DateTimeFormatOptions): string {
	const tag = regional(locale(), globalThis.navigator?.languages ?? []);
	return new Intl.DateTimeFormat(tag, options).format(time);
}

export function dateText(time: number): string {
	return format(time, { dateStyle: 'medium' });
}

export function dateTimeText(time: number): string {
	return format(time, { dateStyle: 'medium', timeStyle: 'short' });
}

export function timeText(time: number): string {
	return format(time, { timeStyle: 'short' });
}
