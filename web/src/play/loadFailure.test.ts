import { expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import { m } from '../paraglide/messages';
import { RulesLoadError } from '../rules/rules';
import { loadFailureText } from './loadFailure';

it('names the rules only when the rules could not be loaded', () => {
	withLocale('en', () => {
		expect(loadFailureText(new RulesLoadError('offline'))).toBe(m.play_load_failed());
		const chunk = new TypeError('Failed to fetch dynamically imported module');
		expect(loadFailureText(chunk)).toBe(m.page_load_failed());
		expect(m.page_load_failed()).not.toContain('rules');
	});
});
