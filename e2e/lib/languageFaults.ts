/** Finds texts in a wrong language by their script and by the messages of other languages. */
import type { Page } from '@playwright/test';
import { type Locale, messages } from './messages.ts';

/** Latin words in Japanese and Chinese texts: names, formats, notations. */
const LATIN =
	/^(Komadai|Cookie|English|KIF|KI2|CSA|PGN|USI|UCI|JKF|JSON|SFEN|FEN|SVG|PNG|UTF|Shift|JIS|Hodges|Hosking|Kawasaki|Esc|Escape|Enter|Ctrl|Shift|Alt|Tab|Home|End|Page|Space|Delete|Backspace|lan|public|url|https?|komadai|localhost|Robot|Alexandra|Wolkenstein|Chrome|Linux|HeadlessChrome|Chromium)$/;

/** Guests are named by a part of their public id. */
const GUEST = /(ゲスト|访客|訪客) ?\w{4}/g;

const MOVE = /^[▲△]?[\p{sc=Han}\d０-９()-]*[\d０-９][\p{sc=Han}\d０-９()-]*$/u;

/** Visible and accessible texts, without parts marked as another language. */
function texts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const found = [document.title];
		for (const element of document.querySelectorAll<HTMLElement>('body, body *')) {
			if (element.closest('[lang]') !== document.documentElement || element.closest('script, style, code, kbd'))
				continue;
			for (const node of element.childNodes)
				if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) found.push(node.textContent.trim());
			for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription', 'aria-valuetext']) {
				const value = element.getAttribute(name)?.trim();
				if (value) found.push(value);
			}
		}
		return [...new Set(found)];
	});
}

/** Keys of messages and English messages on a page, and its language if it is another one. */
export async function languageFaults(page: Page, locale: Locale): Promise<string[]> {
	const [english, own] = [messages('en'), messages(locale)];
	const keys = Object.keys(english).filter((key) => key.includes('_'));
	const foreign = new Set(keys.filter((key) => english[key] !== own[key]).map((key) => english[key]));
	// Words that are the same in both languages, and the name.
	for (const key of keys) foreign.delete(own[key]);
	foreign.delete(english.app_name);
	const language = await page.evaluate(() => document.documentElement.lang);
	const faults = language === locale ? [] : [`the page is in ${language}`];
	for (const text of await texts(page)) {
		if (keys.some((key) => text.includes(key))) faults.push(`a key in “${text}”`);
		if (foreign.has(text)) faults.push(`English: “${text}”`);
	}
	return faults;
}

export async function leftOf(page: Page, former: Locale, now: Locale): Promise<string[]> {
	const [before, own] = [messages(former), new Set(Object.values(messages(now)))];
	const foreign = new Set(Object.values(before).filter((text) => typeof text === 'string' && !own.has(text)));
	const isForeign = (text: string) => {
		if (MOVE.test(text)) return false;
		if (foreign.has(text) && /\p{L}{2}/u.test(text)) return true;
		// The faces of a furigoma pawn are 歩 and と in every language, the phoenix is 鵬.
		if (now === 'en') return /(?![歩と鵬])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text);
		if (former === 'ja' && /(?!と)\p{sc=Hiragana}/u.test(text)) return true;
		const words = text.replace(GUEST, '').match(/\b[A-Za-z][a-z]{2,}\b/g) ?? [];
		return former === 'en' && words.some((word) => !LATIN.test(word));
	};
	return (await texts(page)).filter(isForeign);
}

export async function chooseLanguage(page: Page, locale: Locale): Promise<void> {
	await page.getByTestId('language').evaluate((select: HTMLSelectElement, value) => {
		select.value = value;
		select.dispatchEvent(new Event('change', { bubbles: true }));
	}, locale);
	await page.waitForFunction((wanted) => document.documentElement.lang === wanted, locale);
}
