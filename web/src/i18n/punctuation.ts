/** Joins words with the language's separator. */
import { locale } from './locale.svelte';

export function listed(words: readonly string[]): string {
	return words.join(locale() === 'en' ? ', ' : '、');
}

export function labelled(...parts: readonly string[]): string {
	return parts.join(locale() === 'en' ? ': ' : '：');
}

/** Joins sentences; the full-width stop includes its space. */
export function sentences(all: readonly string[]): string {
	return all.filter(Boolean).join(locale() === 'en' ? ' ' : '');
}
