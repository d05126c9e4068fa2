import { beforeAll, describe, expect, it } from 'vitest';
import { withLocale } from '../i18n/locale.svelte';
import { locales } from '../paraglide/runtime';
import type { RulesModule } from '../rules/module';
import { rulesForTests } from '../rules/testRules';
import { VARIANT_IDS } from '../rules/variant';
import { changedRules, RULES, rulesOf, rulesText } from './rules';
import type { Rules } from './ruleValues';

let rules: RulesModule;
beforeAll(async () => {
	rules = await rulesForTests();
});

/** Options for programs or for readings of a single source, not offered in the form. */
const WITHHELD = ['pawn-drop-mate', 'pawn-drop-check', 'impasse-credit', 'stalemate'];

describe.each(VARIANT_IDS)('the rules that %s leaves open', (game) => {
	it('match the rules module: every option is offered or withheld, with all its values', () => {
		const spec = rules.gameSpec(game);
		const offered = rulesOf(spec);
		for (const [key, known] of Object.entries(spec.ruleChoices)) {
			if (WITHHELD.includes(key) || known.length === 1) continue;
			const rule = offered.find((one) => one.key === key);
			expect(rule, key).toBeDefined();
			if (known.length > 0) expect(rule?.values.map(({ value }) => value).sort()).toEqual([...known].sort());
			// Otherwise no button of the choice would be pressed.
			expect(rule?.values.map(({ value }) => value)).toContain((spec.rules as Rules)[key]);
		}
	});

	it('can each be played by', () => {
		const spec = rules.gameSpec(game);
		for (const { key, values } of rulesOf(spec))
			for (const { value } of values) {
				const made = new rules.Game(game, '', { [key]: value });
				expect(made.state().outcome).toBeNull();
				made.free();
			}
	});

	it('have texts in every language, shown only for changed rules', () => {
		const spec = rules.gameSpec(game);
		const defaults = spec.rules as Rules;
		expect(rulesText(game, changedRules(defaults, defaults))).toEqual([]);
		for (const locale of locales)
			withLocale(locale, () => {
				for (const { key, values } of rulesOf(spec))
					for (const { value, text } of values) {
						if (value === defaults[key]) continue;
						const said = rulesText(game, changedRules(defaults, { ...defaults, [key]: value }));
						expect(said).toHaveLength(1);
						expect(said[0]).toContain(text(game));
					}
			});
	});
});

it('Shogi offers declarations, the small games do not', () => {
	const keys = (game: 'shogi' | 'minishogi') => rulesOf(rules.gameSpec(game)).map(({ key }) => key);
	expect(keys('shogi')).toContain('declaration');
	expect(keys('minishogi')).not.toContain('declaration');
	expect(keys('minishogi')).toContain('repetition');
	expect(RULES[0]?.key).toBe('illegal-move');
});

it('a move limit in Shogun Chess counts moves of both sides', () => {
	withLocale('en', () => {
		expect(rulesText('shogi', { 'max-plies': '500' })).toEqual(['Move limit: Draw after 500 moves']);
		expect(rulesText('shogun', { 'max-plies': '500' })).toEqual(['Move limit: Draw after 250 moves']);
	});
});
