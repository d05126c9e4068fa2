import { expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import { ApiFailure } from '../net/api';
import { m } from '../paraglide/messages';
import { RulesLoadError } from '../rules/rules';
import { loadFailureText } from './loadFailure';

it('names the rules only if the rules could not be loaded', () => {
	withLocale('en', () => {
		expect(loadFailureText(new RulesLoadError('offline'))).toBe(m.play_load_failed());
		expect(m.page_load_failed()).not.toContain('rules');
	});
});

it('asks to check the connection after a failed download, in every browser’s wording', () => {
	const failures = [
		new TypeError('Failed to fetch dynamically imported module: https://komadai.example/assets/a.js'),
		new TypeError('error loading dynamically imported module: https://komadai.example/assets/a.js'),
		new TypeError('Importing a module script failed.'),
		new Error('Unable to preload CSS for /assets/a.css'),
		new TypeError('NetworkError when attempting to fetch resource.'),
		new TypeError('Load failed'),
		new ApiFailure('unexpected', 'status 502, no JSON'),
	];
	withLocale('en', () => {
		for (const failure of failures) expect(loadFailureText(failure)).toBe(m.page_load_failed());
	});
});

it('names a fault of the page, without mentioning the connection', () => {
	withLocale('en', () => {
		const fault = loadFailureText(new TypeError('position.hands is undefined'));
		expect(fault).toContain('TypeError: position.hands is undefined');
		expect(fault).not.toContain('connection');
	});
});
