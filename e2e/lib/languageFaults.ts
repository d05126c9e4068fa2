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

export async function leftOf(page: Page, former: Locale, now: Locale): Promise<string[]> {
	const [before, own] = [messages(former), new Set(Object.values(messages(now)))];
	const foreign = new Set(Object.values(before).filter((text) => typeof text === 'string' && !own.has(text)));
	const isForeign = (text: string) => {
		if (MOVE.test(text)) return false;
		if (foreign.has(text) && /\p{L}{2}/u.test(text)) return true;
		// The faces of a furigoma pawn are 歩 and と in every language.
		if (now === 'en') return /(?![歩と])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text);
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
