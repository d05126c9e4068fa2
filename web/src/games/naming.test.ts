import { afterEach, expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import type { Locale } from '../paraglide/runtime';
import type { VariantId } from '../rules/variant';
import { changeSettings } from '../settings/settings.svelte';
import { squareSaid, squareText } from './naming';

afterEach(() => changeSettings({ coordinates: 'usual', toriFromLeft: false }));

const both = (language: Locale, square = '5i', game: VariantId = 'shogi') =>
	withLocale(language, () => [squareText(game, square), squareSaid(game, square)]);

it('texts name squares as the board labels them, written and spoken', () => {
	expect(both('ja')).toEqual(['5九', '5九']);
	expect(both('zh-Hans')).toEqual(['5九', '5九']);
	expect(both('zh-Hant', '3d', 'torishogi')).toEqual(['3四', '3四']);
	expect(both('en')).toEqual(['59', '5 9']);
	expect(both('ja', '8h', 'shogun')).toEqual(['a1', 'a1']);
});

it('texts follow the chosen coordinates', () => {
	changeSettings({ coordinates: 'numeric' });
	expect(both('ja')).toEqual(['59', '5 9']);
	changeSettings({ coordinates: 'letters' });
	expect(both('ja')).toEqual(['5i', '5i']);
	changeSettings({ coordinates: 'kanji' });
	expect(both('en')).toEqual(['5九', '5九']);
	changeSettings({ coordinates: 'none' });
	expect(both('ja')).toEqual(['5九', '5九']);
	changeSettings({ coordinates: 'usual', toriFromLeft: true });
	expect(both('ja', '3d', 'torishogi')).toEqual(['5四', '5四']);
});
