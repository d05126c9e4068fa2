/** Why something a person tried is refused: by a rule, or because nobody may move here now. */
import type { RuleCode } from '../protocol';
import type { Key } from './module';

export type RefusalCode = RuleCode | 'not-your-turn' | 'watching' | 'not-now' | 'stuck' | 'stuck-drop';

export interface Refusal {
	code: RefusalCode;
	/** The squares that explain it. */
	squares: readonly Key[];
	/** The letter of the piece that was tried, where the page knows it. */
	piece?: string | undefined;
	/** The number that the rule allows: pawns on a file, pieces of a kind, ranks for drops. */
	limit?: number | null;
	/** It holds for every file. */
	everywhere?: boolean;
	/** The king of who tries it is in check already. */
	inCheck?: boolean;
}
