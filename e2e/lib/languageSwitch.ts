/** Switches a page through the languages. */
import type { Page } from '@playwright/test';
import { chooseLanguage, leftOf } from './languageFaults.ts';
import type { Locale } from './messages.ts';
import { expect } from './test.ts';

const ROUND: readonly Locale[] = ['en', 'ja', 'zh-Hans', 'zh-Hant'];

/** Expects no text of the former language after each switch, from `first` around to it. */
export async function switchesWhole(page: Page, where: string, first: Locale = 'en'): Promise<void> {
	const start = ROUND.indexOf(first);
	let former = first;
	for (const locale of [...ROUND.slice(start + 1), ...ROUND.slice(0, start + 1)]) {
		await chooseLanguage(page, locale);
		// Lessons and guides load in the new language.
		await expect.poll(() => leftOf(page, former, locale), `${where}: ${former} on a page in ${locale}`).toEqual([]);
		former = locale;
	}
}
