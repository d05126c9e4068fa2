import { expect, it } from 'vitest';
import type { PieceKindSpec } from './module';
import { rulesForTests } from './testRules';
import { VARIANT_IDS, type VariantId } from './variant';

/** One line a step, so that a changed rule is one changed line. */
function written(kinds: (game: VariantId) => readonly PieceKindSpec[]): string {
	const games = VARIANT_IDS.map((game) => {
		const movements = kinds(game).map(({ letter, promoted, moves }) => {
			const steps = moves.map(({ dx, dy, max, only }) => `    ${JSON.stringify({ dx, dy, max, only })}`);
			return `  "${promoted ? 'p' : ''}${letter}": [\n${steps.join(',\n')}\n  ]`;
		});
		return ` "${game}": {\n${movements.join(',\n')}\n }`;
	});
	return `{\n${games.join(',\n')}\n}\n`;
}

/** The artwork draws movement from this file; `npx vitest run -u src/rules/movement` regenerates it. */
it('the movement drawn on pieces matches the rules', async () => {
	const rules = await rulesForTests();
	await expect(written((game) => rules.gameSpec(game).kinds)).toMatchFileSnapshot('../../art/movement.json');
});
