/** The rules a player may choose for a game, in words. Which of them a game has, the rules module says. */
import type { GameId } from '../games/game';
import { moveNumber } from '../games/moveCount';
import { labelled } from '../i18n/listed';
import { m } from '../paraglide/messages';
import type { GameSpec } from '../rules/module';

export type Rules = Record<string, string>;

interface Value {
	value: string;
	text: (game: GameId) => string;
}

export interface RuleChoice {
	key: string;
	name: () => string;
	values: readonly Value[];
	hint?: () => string;
}

const limit = (plies: number): Value => ({
	value: String(plies),
	text: (game) => m.rule_max_plies_draw({ count: moveNumber(game, plies) }),
});

/** Every rule that is offered with all of its values; a game has some of them. */
export const RULES: readonly RuleChoice[] = [
	{
		key: 'illegal-move',
		name: m.rule_illegal_move,
		values: [
			{ value: 'reject', text: () => m.rule_illegal_move_reject() },
			{ value: 'loses', text: () => m.rule_illegal_move_loses() },
		],
		hint: m.rule_illegal_move_hint,
	},
	{
		key: 'repetition',
		name: m.rule_repetition,
		values: [
			{ value: 'draw-4', text: () => m.rule_repetition_draw_4() },
			{ value: 'sente-loses-4', text: () => m.rule_repetition_sente_loses_4() },
			{ value: 'starter-must-vary-3', text: () => m.rule_repetition_starter_must_vary_3() },
			{ value: 'creator-loses-3', text: () => m.rule_repetition_creator_loses_3() },
			{ value: 'creator-loses-4', text: () => m.rule_repetition_creator_loses_4() },
		],
	},
	{
		key: 'perpetual-check',
		name: m.rule_perpetual_check,
		values: [
			{ value: 'checker-loses', text: () => m.rule_perpetual_check_loses() },
			{ value: 'none', text: () => m.rule_perpetual_check_none() },
		],
	},
	{
		key: 'impasse',
		name: m.rule_impasse,
		values: [
			{ value: 'agreement-24', text: () => m.rule_impasse_24() },
			{ value: 'off', text: () => m.rule_impasse_off() },
		],
	},
	{
		key: 'declaration',
		name: m.rule_declaration,
		values: [
			{ value: 'off', text: () => m.rule_declaration_off() },
			{ value: 'csa-27', text: () => m.rule_declaration_csa_27() },
			{ value: 'jsa-24', text: () => m.rule_declaration_jsa_24() },
		],
	},
	{
		key: 'n-move-rule',
		name: m.rule_n_move,
		values: [
			{ value: '50', text: () => m.rule_n_move_50() },
			{ value: 'none', text: () => m.rule_n_move_none() },
		],
	},
	{
		key: 'max-plies',
		name: m.rule_max_plies,
		values: [{ value: 'none', text: () => m.rule_max_plies_none() }, limit(200), limit(320), limit(500)],
	},
];

/** The rules of a game that leave a choice, with the values that the game knows. Limits list none: every number is one. */
export function rulesOf({ rules, ruleChoices }: Pick<GameSpec, 'rules' | 'ruleChoices'>): RuleChoice[] {
	return RULES.filter(({ key }) => key in rules)
		.map((rule) => {
			const known = ruleChoices[rule.key] ?? [];
			return known.length === 0
				? rule
				: { ...rule, values: rule.values.filter(({ value }) => known.includes(value)) };
		})
		.filter(({ values }) => values.length > 1);
}

/** Those that differ from the game's own. */
export function changedRules(defaults: Readonly<Rules>, rules: Readonly<Rules>): Rules {
	return Object.fromEntries(Object.entries(rules).filter(([key, value]) => defaults[key] !== value));
}

/** What was changed, in words; nothing where nothing was. */
export function rulesText(game: GameId, changed: Readonly<Rules>): string[] {
	return RULES.flatMap(({ key, name, values }) => {
		const found = values.find(({ value }) => value === changed[key]);
		if (!found) return [];
		return [key === 'illegal-move' ? found.text(game) : labelled(name(), found.text(game))];
	});
}

/** Rules that were stored: what is offered here, and nothing else. */
export function readRules(value: unknown): Rules {
	if (typeof value !== 'object' || value === null) return {};
	const given = value as Record<string, unknown>;
	return Object.fromEntries(
		RULES.flatMap(({ key, values }) => {
			const found = values.find((one) => one.value === given[key]);
			return found ? [[key, found.value]] : [];
		}),
	);
}
