/** Joins words with the language's separator. */

import { language } from './language';
export function listed(words: readonly string[]): string {
	return words.join(language().comma);
}

export function labelled(...parts: readonly string[]): string {
	return parts.join(language().colon);
}

/** Joins sentences; the full-width stop includes its space. */
export function sentences(all: readonly string[]): string {
	return all.filter(Boolean).join(language().space);
}
