import { expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import { missedMateText } from './mateText';

it('a missed mate is counted as its game counts: moves in chess, plies in shogi', () => {
	const texts = (plies: number) =>
		(['shogun', 'shogi'] as const).map((game) => withLocale('en', () => missedMateText(game, plies)));
	expect(texts(1)).toEqual(['Missed mate in 1.', 'Missed mate in 1.']);
	expect(texts(5)).toEqual(['Missed mate in 3.', 'Missed mate in 5.']);
	expect(withLocale('ja', () => missedMateText('shogun', 5))).toBe('3手メイトを逃しました。');
});
