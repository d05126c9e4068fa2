import { afterEach, expect, it, vi } from 'vitest';
import { dateText, dateTimeText, regional } from './dates';
import { withLocale } from './locale.svelte';

afterEach(() => vi.unstubAllGlobals());

it('the region is the browser’s', () => {
	expect(regional('en', ['en-GB', 'en'])).toBe('en-GB');
	expect(regional('en', ['en', 'de-AT'])).toBe('en-AT');
	expect(regional('en', ['ja-JP', 'en-AU'])).toBe('en-AU');
	expect(regional('ja', ['en-GB'])).toBe('ja-GB');
	expect(regional('zh-Hant', ['zh-HK', 'en'])).toBe('zh-HK');
	expect(regional('zh-Hans', ['zh-TW'])).toBe('zh-Hans');
	expect(regional('en', ['en', 'x'])).toBe('en');
	expect(regional('en', [])).toBe('en');
});

it('a date has the order of the region and the words of the page', () => {
	const time = new Date(2026, 10, 27, 7, 4).getTime();
	vi.stubGlobal('navigator', { languages: ['en-GB'] });
	expect(withLocale('en', () => dateText(time))).toBe('27 Nov 2026');
	expect(withLocale('en', () => dateTimeText(time))).toBe('27 Nov 2026, 07:04');
	expect(withLocale('ja', () => dateText(time))).toMatch(/^2026/);
	vi.stubGlobal('navigator', { languages: ['en-US'] });
	expect(withLocale('en', () => dateText(time))).toBe('Nov 27, 2026');
});
