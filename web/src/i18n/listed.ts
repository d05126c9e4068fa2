/** Words one after another, as the reader's language separates them. */
import { locale } from './locale.svelte';

export function listed(words: readonly string[]): string {
	return words.join(locale() === 'en' ? ', ' : '、');
}

/** What is said under a name; the name first. */
export function labelled(...parts: readonly string[]): string {
	return parts.join(locale() === 'en' ? ': ' : '：');
}
