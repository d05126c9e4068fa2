import { expect, it } from 'vitest';
import { GAME_IDS, type GameId } from '../games/game';
import type { KindInfo } from './contract';
import { rulesForTests } from './testRules';

interface Step {
	dx: number;
	dy: number;
	max: number | null;
	only: string;
}

interface Movement extends KindInfo {
	moves: Step[];
}

/** One line a step, so that a change of a rule is one changed line. */
function written(spec: Record<GameId, readonly Movement[]>): string {
	const games = GAME_IDS.map((game) => {
		const kinds = spec[game].map(({ letter, promoted, moves }) => {
			const steps = moves.map(({ dx, dy, max, only }) => `    ${JSON.stringify({ dx, dy, max, only })}`);
			return `  "${promoted ? 'p' : ''}${letter}": [\n${steps.join(',\n')}\n  ]`;
		});
		return ` "${game}": {\n${kinds.join(',\n')}\n }`;
	});
	return `{\n${games.join(',\n')}\n}\n`;
}

/** The artwork draws movement from this file: `npx vitest run -u src/rules/movement` writes it anew. */
it('the movement that is drawn on pieces is that of the rules', async () => {
	const rules = await rulesForTests();
	const kinds = (game: GameId) => rules.gameSpec(game).kinds as unknown as readonly Movement[];
	const all = Object.fromEntries(GAME_IDS.map((game) => [game, kinds(game)])) as Record<
		GameId,
		readonly Movement[]
	>;
	await expect(written(all)).toMatchFileSnapshot('../../art/movement.json');
});
