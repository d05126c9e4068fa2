/** Words one after another, as the reader's language separates them. */
import { locale } from './locale.svelte';

export function listed(words: readonly string[]): string {
	return words.join(locale() === 'en' ? ', ' : '、');
}
