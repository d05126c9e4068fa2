import { expect, it } from 'vitest';
import shogi from '../../learn/guides/shogi/facts.json';
import birds from '../../learn/guides/torishogi/facts.json';
import { withLocale } from '../i18n/locale.svelte';
import { rulesForTests } from '../rules/testRules';
import { nameAid } from './characters';
import type { GameId } from './game';
import { pieceName } from './pieceNames';

const rules = await rulesForTests();
const aidOf = (game: GameId, letter: string) => nameAid(rules.gameSpec(game), letter);

type Facts = Record<string, { kanji: string; kana?: string[] }>;
const FACTS: [GameId, Facts][] = [
	['torishogi', birds],
	['shogi', shogi as Facts],
];

it('Japanese readers see how each bird is read, as in the guide', () => {
	for (const [letter, { kana = [] }] of Object.entries(birds as Facts)) {
		const aid = withLocale('ja', () => aidOf('torishogi', letter));
		expect(
			kana.some((one) => aid.endsWith(one)),
			letter,
		).toBe(true);
	}
});

it('each piece is named as it is written in the list of moves', () => {
	for (const [game, facts] of FACTS)
		for (const [letter, { kanji }] of Object.entries(facts)) {
			// On the piece stands one character, in records two.
			if (/^p[SNL]$/.test(letter) && game === 'shogi') continue;
			const said = withLocale('zh-Hans', () => [pieceName(game, letter), aidOf(game, letter)]);
			expect(said, `${game} ${letter}`).toContain(kanji);
		}
});

it('Western records need no characters', () => {
	expect(withLocale('en', () => aidOf('shogi', 'G'))).toBe('');
	expect(withLocale('ja', () => aidOf('shogun', 'N'))).toBe('');
});
