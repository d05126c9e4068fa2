import { beforeAll, expect, it } from 'vitest';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import type { VariantId } from '../rules/variant';
import { type Remark, remark } from './coach';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

function remarkAt(game: VariantId, position: string): Remark {
	const live = new rules.Game(game, position, {});
	try {
		return remark(live);
	} finally {
		live.free();
	}
}

const LATER = ['5i5h', '5a5b', '5h5i', '5b5a', '5i5h', '5a5b'];

function remarkLater(position: string): Remark {
	const live = rules.Game.replay('shogi', position, LATER, {});
	try {
		return remark(live);
	} finally {
		live.free();
	}
}

it.each<[VariantId, string, Remark]>([
	['shogi', '', { advice: 'begin', squares: [] }],
	['shogi', '4k4/9/4P4/9/9/9/9/9/4K4 b G 1', { advice: 'mate', squares: [] }],
	['shogi', '4k4/9/9/9/4r4/9/9/9/4K4 b - 1', { advice: 'check', squares: ['5i'] }],
	['shogi', '4k4/9/9/9/4r2S1/9/9/9/3K5 b - 1', { advice: 'hanging', squares: ['2e'] }],
	['shogi', '4k4/9/9/9/4n2R1/9/9/9/3K5 b - 1', { advice: 'free', squares: ['5e'] }],
	// Mate comes before the answer to a check.
	['minishogi', '4k/5/3G1/5/R3K b - 1', { advice: 'mate', squares: [] }],
	['torishogi', '', { advice: 'begin', squares: [] }],
	['shogun', '', { advice: 'begin', squares: [] }],
])('%s %s', (game, position, expected) => expect(remarkAt(game, position)).toEqual(expected));

it.each<[string, Remark]>([
	['4k4/9/9/P8/9/9/9/9/4K4 b - 1', { advice: 'promote', squares: ['9d'], promotes: { letter: 'P', ranks: 3 } }],
	// The strongest piece is named; inside the zone any move promotes.
	['4k4/9/1R7/P8/9/9/9/9/4K4 b - 1', { advice: 'promote', squares: ['8c'], promotes: { letter: 'R', ranks: 0 } }],
	['4k4/9/9/9/9/9/9/9/4K4 b P 1', { advice: 'drop', squares: [] }],
	['4k4/9/9/9/9/9/P8/9/4K4 b - 1', { advice: 'plan', squares: [] }],
])('when the opening is over: %s', (position, expected) => expect(remarkLater(position)).toEqual(expected));
