/** Words one after another, as the reader's language separates them. */
import { locale } from './locale.svelte';

export function listed(words: readonly string[]): string {
	return words.join(locale() === 'en' ? ', ' : '、');
}

/** What is said under a name; the name first. */
export function labelled(...parts: readonly string[]): string {
	return parts.join(locale() === 'en' ? ': ' : '：');
}

/** Sentences one after another; the full-width stop has its space within it. */
export function sentences(all: readonly string[]): string {
	return all.filter(Boolean).join(locale() === 'en' ? ' ' : '');
}
