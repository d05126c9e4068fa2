/** Switches a page through the languages. */
import type { Page } from '@playwright/test';
import { chooseLanguage, leftOf } from './languageFaults.ts';
import { LOCALES, type Locale } from './messages.ts';
import { expect } from './test.ts';

/** Switches once through all languages, from `first` back to it; expects no text of the former one after each switch. */
export async function switchesWhole(page: Page, where: string, first: Locale = 'en'): Promise<void> {
	const start = LOCALES.indexOf(first);
	let former = first;
	for (const locale of [...LOCALES.slice(start + 1), ...LOCALES.slice(0, start + 1)]) {
		await chooseLanguage(page, locale);
		// Lessons and guides load in the new language.
		await expect.poll(() => leftOf(page, former, locale), `${where}: ${former} on a page in ${locale}`).toEqual([]);
		former = locale;
	}
}
