import { beforeAll, expect, it } from 'vitest';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { moveParts } from './moveParts';
import { LOOKS, VARIANT_IDS } from './variant';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

it.each(VARIANT_IDS)('reads what the rules module writes: %s', (game) => {
	const table = new rules.Game(game, '', {});
	const { files, ranks } = LOOKS[game];
	for (let file = 1; file <= files; file++)
		for (let rank = 0; rank < ranks; rank++) {
			const to = `${file}${String.fromCharCode(97 + rank)}`;
			const from = '1a';
			expect(moveParts(table.promotionMove(from, to), LOOKS[game])).toEqual({
				from,
				to,
				drop: null,
				promote: true,
			});
			const letter = rules.gameSpec(game).handOrder[0] ?? '';
			expect(moveParts(table.dropMove(letter, to), LOOKS[game])).toEqual({
				from: null,
				to,
				drop: letter.toUpperCase(),
				promote: false,
			});
		}
});

it('returns null for text that is no move', () => {
	expect(moveParts('resign', LOOKS.shogi)).toBeNull();
	expect(moveParts('', LOOKS.shogun)).toBeNull();
});
