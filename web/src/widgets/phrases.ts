/** Spoken text in stretches of one language each. */

export interface Phrase {
	text: string;
	/** Absent for the page's language. */
	lang?: string | undefined;
}

/** Placeholder for the phrases while a message is formatted: object replacement character. */
const HOLE = '\ufffc';

/** A message in the page's language around phrases that may be in another. */
export function around(message: (inside: string) => string, inside: readonly Phrase[]): Phrase[] {
	const [before = '', after = ''] = message(HOLE).split(HOLE);
	return [{ text: before }, ...inside, { text: after }].filter(({ text }) => text !== '');
}

export function textOf(phrases: readonly Phrase[]): string {
	return phrases.map(({ text }) => text).join('');
}
