import { expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import type { Challenge } from '../protocol';
import { readLink } from '../records/link';
import { ofGameFirst, pictured, positionAddress, termsText } from './challenges';

function challenge(id: string, game: Challenge['game'], terms: Partial<Challenge['terms']> = {}): Challenge {
	return {
		id,
		game,
		maker: { id: 'a', name: 'Ann', kind: 'person' },
		terms: {
			side: 'second',
			handicap: null,
			position: null,
			rules: {},
			clock: { kind: 'sudden', main_ms: 300_000 },
			...terms,
		},
		created_at_ms: 0,
	};
}

it('challenges of the chosen variant come first', () => {
	const all = [challenge('a', 'shogun'), challenge('b', 'shogi'), challenge('c', 'shogun'), challenge('d', 'shogi')];
	expect(ofGameFirst('shogi', all).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
	expect(ofGameFirst(null, all)).toEqual(all);
});

it('terms show the clock, the player’s side and deviations from the defaults', () => {
	expect(termsText(challenge('a', 'shogi'), false)).toBe('5 min · You play: Gote');
	const special = { handicap: 'rook', rules: { repetition: 'draw-4' }, clock: { kind: 'none' } } as const;
	const text = termsText(challenge('a', 'shogi', special), false);
	expect(text).toContain('Handicap: Rook');
	expect(text).not.toContain('Rated');
	expect(termsText(challenge('a', 'shogi', { rated: true }), false)).toContain('Rated game');
	expect(text.split(' · ').length).toBeGreaterThanOrEqual(3);
	expect(termsText(challenge('a', 'minishogi', { side: 'random', position: 'x' }), false)).toContain('furigoma');
});

it.each(['ja', 'zh-Hans', 'zh-Hant'] as const)('terms in %s are punctuated as its script is', (locale) => {
	const clock = { kind: 'byoyomi', main_ms: 0, period_ms: 30_000, periods: 3 } as const;
	const special = { handicap: 'rook', rules: { repetition: 'draw-4' }, clock } as const;
	const text = withLocale(locale, () => termsText(challenge('a', 'shogi', special), false));
	expect(text).toContain('：');
	expect(text).not.toContain(':');
});

it('terms show the maker of a challenge their own side', () => {
	expect(termsText(challenge('a', 'shogi', { side: 'second' }), true)).toContain('You play: Sente');
	expect(termsText(challenge('a', 'shogun', { side: 'first' }), true)).toContain('You play: Black');
	expect(termsText(challenge('a', 'minishogi', { side: 'random' }), true)).toContain('furigoma');
});

it('a position can be viewed before joining, from the player’s side, and the first twelve are pictures', () => {
	const start = '4k/5/5/5/K4 b P 1';
	const one = challenge('a', 'minishogi', { position: start, side: 'second' });
	expect(termsText(one, false)).toContain('Custom position');
	expect(positionAddress(challenge('a', 'shogi'), false)).toBeNull();
	expect(positionAddress(one, true)).not.toContain('bottom=second');
	const address = new URL(positionAddress(one, false) ?? '', 'http://localhost');
	expect(address.pathname).toBe('/view');
	expect(readLink(address.hash)).toMatchObject({ game: 'minishogi', start, bottom: 'second' });
	const many = Array.from({ length: 100 }, (_, n) => challenge(String(n), 'minishogi', { position: start }));
	const pictures = pictured([challenge('usual', 'shogi'), ...many]);
	expect(pictures.size).toBe(12);
	expect(pictures.has('0') && !pictures.has('usual')).toBe(true);
});
