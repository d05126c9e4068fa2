/** Optional rules and their values, without texts (`rules.ts`), so that starting a game loads no more. */

export type Rules = Record<string, string>;

/** All offered rules with all values, in display order; each variant has some of them. */
export const RULE_VALUES = {
	'illegal-move': ['reject', 'loses'],
	repetition: ['draw-4', 'sente-loses-4', 'starter-must-vary-3', 'creator-loses-3', 'creator-loses-4'],
	'perpetual-check': ['checker-loses', 'none'],
	impasse: ['agreement-24', 'off'],
	declaration: ['off', 'csa-27', 'jsa-24'],
	'n-move-rule': ['50', 'none'],
	'max-plies': ['none', '200', '320', '500'],
} as const;

export type RuleKey = keyof typeof RULE_VALUES;
export type RuleValue<K extends RuleKey = RuleKey> = (typeof RULE_VALUES)[K][number];

export function readRules(value: unknown): Rules {
	if (typeof value !== 'object' || value === null) return {};
	const given = value as Record<string, unknown>;
	return Object.fromEntries(
		Object.entries(RULE_VALUES).flatMap(([key, values]) => {
			const found = values.find((one) => one === given[key]);
			return found === undefined ? [] : [[key, found]];
		}),
	);
}
