import { expect, it } from 'vitest';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS } from '../rules/variant';
import { advise, CUSTOM_UP_TO, ladderOf, MAX_RANKS, pointsOfWins, ranksOfPoints, WINS } from './advice';

const rules = await rulesForTests();

it('advises what clubs in Japan give', () => {
	const given = Array.from({ length: 12 }, (_, ranks) => advise('shogi', ranks)?.id);
	expect(given).toEqual([
		null,
		'weaker-first',
		'lance',
		'bishop',
		'rook',
		'rook-lance',
		'two-piece',
		'two-piece',
		'four-piece',
		'four-piece',
		'six-piece',
		'six-piece',
	]);
});

it('advises only handicaps that the rules have, each reachable, from mild to heavy', () => {
	for (const game of VARIANT_IDS) {
		const { handicaps } = rules.gameSpec(game);
		const ladder = ladderOf(game);
		expect(ladder.length > 0, game).toBe(handicaps.length > 0);
		let before = { from: -1, pieces: Number.POSITIVE_INFINITY };
		for (const { from, id } of ladder) {
			const position = handicaps.find((one) => one.id === id)?.position;
			if (id !== null) expect(position, id).toBeDefined();
			const pieces = position?.split(' ')[0]?.match(/[a-z]/g)?.length ?? Number.POSITIVE_INFINITY;
			expect(from, `${game} ${id}`).toBeGreaterThan(before.from);
			expect(pieces, `${game} ${id}`).toBeLessThanOrEqual(before.pieces);
			expect(from).toBeLessThanOrEqual(MAX_RANKS);
			expect(advise(game, from)).toEqual({ from, id });
			before = { from, pieces };
		}
	}
	expect(advise('shogun', 5)).toBeNull();
	expect(ladderOf('shogi').map(({ id }) => id)).toContain(CUSTOM_UP_TO.shogi);
});

it('ratings and results are counted in ranks', () => {
	expect([0, 49, 50, 420, 5_000, -80].map(ranksOfPoints)).toEqual([0, 0, 1, 4, MAX_RANKS, 0]);
	expect(WINS.map((wins) => ranksOfPoints(pointsOfWins(wins)))).toEqual([0, 1, 1, 2, 4, 5]);
});
