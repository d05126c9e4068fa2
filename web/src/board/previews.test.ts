import { expect, it } from 'vitest';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS } from '../rules/variant';
import { PREVIEWS, previewOf } from './previews';

it('previews are possible positions', async () => {
	const rules = await rulesForTests();
	for (const game of VARIANT_IDS) expect(() => rules.checkPosition(game, PREVIEWS[game]), game).not.toThrow();
});

it('reads what is in hand', () => {
	expect(previewOf('torishogi').hands).toEqual({
		first: [{ letter: 'S', count: 1 }],
		second: [{ letter: 'P', count: 1 }],
	});
	expect(previewOf('shogun').board).toMatch(/^r1b1k2r.*R1$/);
	expect(previewOf('shogun').hands.first).toEqual([{ letter: 'P', count: 1 }]);
});
