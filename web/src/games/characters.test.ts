import { expect, it } from 'vitest';
import shogi from '../../learn/guides/shogi/facts.json';
import birds from '../../learn/guides/torishogi/facts.json';
import { pieceLetter } from '../board/pieceSheet';
import { withLocale } from '../i18n/locale.svelte';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS, type VariantId } from '../rules/variant';
import { nameAid, recordLetter } from './characters';
import { pieceName } from './pieceNames';

const rules = await rulesForTests();
const aidOf = (game: VariantId, letter: string) => nameAid(rules.gameSpec(game), letter);

type Facts = Record<string, { kanji: string; kana?: string[] }>;
const FACTS: [VariantId, Facts][] = [
	['torishogi', birds],
	['shogi', shogi as Facts],
];

it('Japanese readers see the reading of each bird, as in the guide', () => {
	for (const [letter, { kana = [] }] of Object.entries(birds as Facts)) {
		const aid = withLocale('ja', () => aidOf('torishogi', letter));
		expect(
			kana.some((one) => aid.endsWith(one)),
			letter,
		).toBe(true);
	}
});

it('each piece is shown with its kanji of the list of moves', () => {
	for (const [game, facts] of FACTS)
		for (const [letter, { kanji }] of Object.entries(facts)) {
			// Pieces carry one character, records two.
			if (/^p[SNL]$/.test(letter) && game === 'shogi') continue;
			const said = withLocale('zh-Hans', () => [pieceName(game, letter), aidOf(game, letter)]);
			expect(said, `${game} ${letter}`).toContain(kanji);
		}
});

it('Western records need no characters', () => {
	expect(withLocale('en', () => aidOf('shogi', 'G'))).toBe('');
	expect(withLocale('ja', () => aidOf('shogun', 'N'))).toBe('');
});

/** Piece letter of a Western move of the piece from the middle of an empty board. */
function writtenLetter(game: VariantId, letter: string): string {
	const { files, ranks } = rules.gameSpec(game);
	const text = (row: string[]) => row.join('').replace(/1+/g, (gap) => String(gap.length));
	const rows = Array.from({ length: ranks }, () => Array.from({ length: files }, () => '1'));
	const [middle, column] = [Math.floor(ranks / 2), Math.floor(files / 2)];
	(rows[0] as string[])[1] = 'k';
	(rows[ranks - 1] as string[])[files - 1] = 'K';
	if (letter !== 'K') (rows[middle] as string[])[column] = letter.replace('p', '+');
	const board = rows.map(text).join('/');
	const position = game === 'shogun' ? `${board}[] w - - 0 1` : `${board} b - 1`;
	const table = new rules.Game(game, position, {});
	const from = Object.entries(table.destinations().moves).find(([square]) =>
		letter === 'K' ? true : square === `${files - column}${'abcdefghi'[middle]}`,
	);
	table.play(table.normalMove(from?.[0] ?? '', from?.[1][0] ?? ''));
	const [move = ''] = table.displayMoves('western');
	return /^\+?[A-Z]/.exec(move)?.[0] ?? '';
}

it.each(VARIANT_IDS)('%s: the letter of each piece is that of Western records', (game) => {
	// Chess omits the letter of a pawn.
	const written = rules
		.gameSpec(game)
		.kinds.map(pieceLetter)
		.filter((letter) => game !== 'shogun' || letter !== 'P');
	for (const letter of written) expect(writtenLetter(game, letter), letter).toBe(recordLetter(game, letter));
	expect(recordLetter(game, 'P')).toBe('P');
});
