/** What is said, in stretches of one language each. */

export interface Phrase {
	text: string;
	/** Set where the text is not in the page's language: a voice of that language reads it. */
	lang?: string | undefined;
}

/** Stands for the phrases while a message is put together; no text has it. */
const HOLE = '\ufffc';

/** A message in the page's language around phrases that may be in another. */
export function around(message: (inside: string) => string, inside: readonly Phrase[]): Phrase[] {
	const [before = '', after = ''] = message(HOLE).split(HOLE);
	return [{ text: before }, ...inside, { text: after }].filter(({ text }) => text !== '');
}

export function textOf(phrases: readonly Phrase[]): string {
	return phrases.map(({ text }) => text).join('');
}
