import { beforeAll, expect, it } from 'vitest';
import { m } from '../paraglide/messages';
import type { GameSettings } from '../protocol';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { specialText } from './specialText';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

function settings(changes: Partial<GameSettings> = {}): GameSettings {
	const usual = new rules.Game('shogi', '', {});
	const start = usual.state().position;
	usual.free();
	const options = rules.gameSpec('shogi').rules as GameSettings['rules'];
	return { game: 'shogi', start, handicap: null, rules: options, clock: { kind: 'none' }, ...changes };
}

it('names handicap, position and rules, and nothing for the usual settings', () => {
	expect(specialText(rules, settings())).toEqual([]);
	const changed = { ...settings().rules, 'illegal-move': 'loses' };
	const start = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL w - 1';
	const handicap = settings({ handicap: 'bishop', start, rules: changed });
	expect(specialText(rules, handicap)).toEqual(['Handicap: Bishop', m.rule_illegal_move_loses()]);
	expect(specialText(undefined, handicap)).toEqual(['Handicap: Bishop']);
	expect(specialText(rules, settings({ start }))).toEqual(['Custom position']);
	const rated = settings({ rated: true, rules: changed });
	expect(specialText(rules, rated)).toEqual([m.rated_game(), m.rule_illegal_move_loses()]);
	expect(specialText(undefined, rated)).toEqual([m.rated_game()]);
});
