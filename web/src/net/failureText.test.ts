import { afterAll, describe, expect, it } from 'vitest';
import { baseLocale, locales, overwriteGetLocale } from '../paraglide/runtime';
import { ERROR_CODES } from '../protocol';
import { failureText } from './failureText';

afterAll(() => overwriteGetLocale(() => baseLocale));

/** Program faults, the only ones shown with their code. */
const FAULTS = [
	'unknown-message',
	'message-too-large',
	'hello-expected',
	'hello-again',
	'bad-token',
	'missing-scope',
	'not-yourself',
	'not-subscribed',
	'too-many-topics',
	'bad-move',
	'bad-command-id',
	'foreign-origin',
	'foreign-host',
	'bad-request',
	'body-too-large',
	'method-not-allowed',
];

describe.each(locales)('in %s', (locale) => {
	it.each(ERROR_CODES)('%s is explained in words', (code) => {
		overwriteGetLocale(() => locale);
		const text = failureText(code);
		expect(text).not.toBe('');
		// A message name instead of its text: a missing translation.
		expect(text).not.toMatch(/^[a-z]+_[a-z_]+$/);
		expect(text.includes(code)).toBe(FAULTS.includes(code));
		if (locale === baseLocale) return;
		overwriteGetLocale(() => baseLocale);
		expect(text, 'not translated').not.toBe(failureText(code));
	});
});

it('a wrong ply is not shown as a server error', () => {
	overwriteGetLocale(() => 'en');
	expect(failureText('wrong-ply')).toBe('Board updated.');
});
