/** Reasons why an attempted move is refused: rules, turns, roles. */
import type { RuleCode } from '../protocol';
import type { SquareName } from './module';

export type RefusalCode = RuleCode | 'not-your-turn' | 'watching' | 'not-now' | 'stuck' | 'stuck-drop';

export interface Refusal {
	code: RefusalCode;
	squares: readonly SquareName[];
	piece?: string | undefined;
	/** Limit of the rule: pawns on a file, pieces of a kind, or ranks for drops. */
	limit?: number | null;
	/** The rule refuses every file. */
	everywhere?: boolean;
	inCheck?: boolean;
}
