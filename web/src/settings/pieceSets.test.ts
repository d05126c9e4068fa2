import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VARIANT_IDS } from '../rules/variant';
import { PIECE_SETS, pieceSet, readPieces } from './pieceSets';

it('every game has a kanji, a guide and a plain set, and all listed sets exist', () => {
	for (const game of VARIANT_IDS) {
		const ids = PIECE_SETS[game].map((set) => set.id);
		expect(ids).toEqual(expect.arrayContaining(['kanji', 'guide', 'plain']));
		for (const { id, turned } of PIECE_SETS[game]) {
			const files = readdirSync(new URL(`../../public/pieces/${id}/${game}`, import.meta.url));
			expect(files).toContain('first-K.svg');
			expect(files.includes('flipped')).toBe(turned);
		}
	}
	for (const game of ['shogi', 'minishogi'] as const) expect(PIECE_SETS[game].map((set) => set.id)).toContain('kanji2');
});

it('an unknown set falls back to the game’s own', () => {
	expect(readPieces({ shogi: 'guide', torishogi: 'figures', minishogi: 7 })).toEqual({
		shogi: 'guide',
		minishogi: 'kanji',
		torishogi: 'birds',
		shogun: 'figures',
	});
	expect(readPieces('nonsense')).toEqual(readPieces(undefined));
	expect(pieceSet('shogun', 'birds').id).toBe('figures');
});
