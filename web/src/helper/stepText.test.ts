import { expect, it } from 'vitest';
import { pieceLetter } from '../board/pieceSheet';
import { kindOf } from '../rules/reach';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS } from '../rules/variant';
import { stepText } from './stepText';

const rules = await rulesForTests();
const words = (game: (typeof VARIANT_IDS)[number], letter: string) =>
	stepText(kindOf(rules.gameSpec(game), letter).moves);

it('describes piece movement', () => {
	expect(words('shogi', 'G')).toBe('one square forward, diagonally forward, sideways, back');
	expect(words('shogi', 'N')).toBe('jumps two squares forward and one to either side');
	expect(words('shogi', 'pR')).toBe(
		'any distance forward, sideways, back; one square diagonally forward, diagonally back',
	);
	expect(words('torishogi', 'L')).toBe('any distance forward, diagonally back right; one square diagonally back left');
	expect(words('torishogi', 'P')).toBe('one square diagonally back; jumps two squares forward');
	expect(words('shogun', 'P')).toBe(
		'one square forward, without capturing; one square diagonally forward, only when capturing',
	);
});

it('distinguishes pieces with different movement', () => {
	for (const game of VARIANT_IDS) {
		const { kinds } = rules.gameSpec(game);
		const said = new Map<string, string>();
		for (const kind of kinds) {
			const key = JSON.stringify(kind.moves.map((step) => JSON.stringify(step)).sort());
			const text = words(game, pieceLetter(kind));
			expect(text).not.toBe('');
			expect(said.get(text) ?? key, `${game}: ${text}`).toBe(key);
			said.set(text, key);
		}
	}
});
