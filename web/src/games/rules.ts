/** Texts of the optional rules. The rules module says which of them a variant has. */

import { labelled } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { VariantSpec } from '../rules/module';
import type { VariantId } from '../rules/variant';
import { moveNumber } from './moveCount';
import { RULE_VALUES, type RuleKey, type Rules, type RuleValue } from './ruleValues';

interface Value {
	value: string;
	text: (game: VariantId) => string;
}

export interface RuleChoice {
	key: string;
	name: () => string;
	values: readonly Value[];
	hint?: () => string;
}

interface RuleText<K extends RuleKey> {
	name: () => string;
	values: Record<RuleValue<K>, Value['text']>;
	hint?: () => string;
}

const limit = (plies: number) => (game: VariantId) => m.rule_max_plies_draw({ count: moveNumber(game, plies) });

const WORDS: { [K in RuleKey]: RuleText<K> } = {
	'illegal-move': {
		name: m.rule_illegal_move,
		values: {
			reject: () => m.rule_illegal_move_reject(),
			loses: () => m.rule_illegal_move_loses(),
		},
		hint: m.rule_illegal_move_hint,
	},
	repetition: {
		name: m.rule_repetition,
		values: {
			'draw-4': () => m.rule_repetition_draw_4(),
			'sente-loses-4': () => m.rule_repetition_sente_loses_4(),
			'starter-must-vary-3': () => m.rule_repetition_starter_must_vary_3(),
			'creator-loses-3': () => m.rule_repetition_creator_loses_3(),
			'creator-loses-4': () => m.rule_repetition_creator_loses_4(),
		},
	},
	'perpetual-check': {
		name: m.rule_perpetual_check,
		values: {
			'checker-loses': () => m.rule_perpetual_check_loses(),
			none: () => m.rule_perpetual_check_none(),
		},
	},
	impasse: {
		name: m.rule_impasse,
		values: { 'agreement-24': () => m.rule_impasse_24(), off: () => m.rule_impasse_off() },
	},
	declaration: {
		name: m.rule_declaration,
		values: {
			off: () => m.rule_declaration_off(),
			'csa-27': () => m.rule_declaration_csa_27(),
			'jsa-24': () => m.rule_declaration_jsa_24(),
		},
	},
	'n-move-rule': {
		name: m.rule_n_move,
		values: { '50': () => m.rule_n_move_50(), none: () => m.rule_n_move_none() },
	},
	'max-plies': {
		name: m.rule_max_plies,
		values: { none: () => m.rule_max_plies_none(), '200': limit(200), '320': limit(320), '500': limit(500) },
	},
};

function ruleChoice<K extends RuleKey>(key: K): RuleChoice {
	const { values, ...words } = WORDS[key];
	const known: readonly RuleValue<K>[] = RULE_VALUES[key];
	return { key, ...words, values: known.map((value) => ({ value, text: values[value] })) };
}

export const RULES: readonly RuleChoice[] = (Object.keys(RULE_VALUES) as RuleKey[]).map(ruleChoice);

/**
 * Rules of a variant that leave a choice, with the values it knows. A limit lists no values: it takes any
 * number.
 */
export function rulesOf({ rules, ruleChoices }: Pick<VariantSpec, 'rules' | 'ruleChoices'>): RuleChoice[] {
	return RULES.filter(({ key }) => key in rules)
		.map((rule) => {
			const known = ruleChoices[rule.key] ?? [];
			return known.length === 0 ? rule : { ...rule, values: rule.values.filter(({ value }) => known.includes(value)) };
		})
		.filter(({ values }) => values.length > 1);
}

export function changedRules(defaults: Readonly<Rules>, rules: Readonly<Rules>): Rules {
	return Object.fromEntries(Object.entries(rules).filter(([key, value]) => defaults[key] !== value));
}

export function rulesText(game: VariantId, changed: Readonly<Rules>): string[] {
	return RULES.flatMap(({ key, name, values }) => {
		const found = values.find(({ value }) => value === changed[key]);
		if (!found) return [];
		return [key === 'illegal-move' ? found.text(game) : labelled(name(), found.text(game))];
	});
}
