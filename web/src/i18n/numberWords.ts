/** Numbers as words. */

import type { Locale } from '../paraglide/runtime';
import { language } from './language';

const DIGITS = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** A number below 100 in kanji: 三十. English keeps digits. */
export function spelled(value: number, locale: Locale): string {
	if (!language(locale).kanji || value >= 100) return String(value);
	const tens = Math.floor(value / 10);
	const ones = value % 10;
	return `${tens > 1 ? DIGITS[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 || tens === 0 ? DIGITS[ones] : ''}`;
}
