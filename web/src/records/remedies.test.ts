import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import { locales } from '../paraglide/runtime';
import { remedyText } from './remedies';

const READER = new URL('../../../crates/notation/src/record/', import.meta.url);
/** Expected-text literals and format strings in the record parser. */
const EXPECTED =
	/(?:let expected\s*=|RecordErrorKind::\w+,\s*(?:\w+,)?)\s*(?:alloc::)?(?:format!\()?\s*"((?:[^"\\]|\\.)*)"/g;

function expectations(): string[] {
	const files = readdirSync(READER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.rs'));
	const found = files.flatMap((name) => {
		const [code = ''] = readFileSync(new URL(name, READER), 'utf8').split('#[cfg(test)]');
		const lines = code.split('\n').filter((line) => !/^\s*\/\//.test(line));
		return [...lines.join('\n').matchAll(EXPECTED)].map(([, text = '']) => text);
	});
	return found.map((text) =>
		text
			.replaceAll('\\"', '"')
			.replaceAll('{{', '{')
			.replace(/\{[^}]*\}/g, 'X9'),
	);
}

it('every expectation of the record parser is translated', () => {
	const wordy = expectations().filter((text) => /[a-z]{2}/.test(text));
	expect(wordy.length).toBeGreaterThan(25);
	for (const text of wordy) {
		// English keeps the parser's wording and values.
		const english = withLocale('en', () => remedyText(text));
		expect([text, text.split(': ')[0]], text).toContain(english);
		for (const language of locales.filter((one) => one !== 'en')) {
			const said = withLocale(language, () => remedyText(text)) ?? '';
			expect(said, `${language}: ${text}`).toMatch(/[\p{sc=Han}\p{sc=Hiragana}]/u);
		}
	}
});

it('keeps examples and numbers', () => {
	const ja = (text: string) => withLocale('ja', () => remedyText(text));
	expect(ja('a time such as ( 0:05)')).toBe('( 0:05) などの消費時間');
	expect(ja('P1 to P9 and 9 squares such as -KY or *, P+, P- or PI')).toContain('P1～P9');
	expect(ja('something new')).toBeNull();
});
