/** Texts of record errors in the page's language. Complete by type. */

import { refusalCodeText } from '../games/refusals';
import { locale } from '../i18n/locale.svelte';
import { listed, sentences } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';
import type { ProblemCode, RecordProblem } from './record';
import { remedyText } from './remedies';

const TEXTS: Record<ProblemCode, () => string> = {
	'unknown-game': m.records_problem_unknown_game,
	'bad-start': m.records_problem_bad_start,
	'bad-header': m.records_problem_bad_header,
	'bad-move': m.records_problem_bad_move,
	'illegal-move': m.records_problem_illegal_move,
	'ambiguous-move': m.records_problem_ambiguous_move,
	'no-piece': m.records_problem_no_piece,
	'move-number': m.records_problem_move_number,
	'no-branch': m.records_problem_no_branch,
	'too-deep': m.records_problem_too_deep,
	unclosed: m.records_problem_unclosed,
	'bad-time': m.records_problem_bad_time,
	'after-end': m.records_problem_after_end,
	'second-end': m.records_problem_second_end,
	'damaged-text': m.records_problem_damaged_text,
	'bad-json': m.records_problem_bad_json,
	'unexpected-text': m.records_problem_unexpected_text,
	'no-record': m.records_problem_no_record,
};

export interface ProblemText {
	/** `Line 3, column 6` */
	place: string;
	/** The error; for an illegal move also the rule. */
	what: string;
	found: string;
	expected: string;
	/** `expected` is English on a page in another language. */
	english: boolean;
}

const MOVE_CODES: ReadonlySet<ProblemCode> = new Set([
	'bad-move',
	'illegal-move',
	'ambiguous-move',
	'no-piece',
] as const);

/** Codes such as `$NAME:VALUE`, moves and numbers are the same in every language. */
function expectedText({ code, expected }: RecordProblem): Pick<ProblemText, 'expected' | 'english'> {
	const example = /^a legal move such as (.+)$/.exec(expected)?.[1];
	if (example) return { expected: example, english: false };
	const moves = expected.split(' or ');
	const bare = moves.every((move) => !move.includes(' ')) && (MOVE_CODES.has(code) || code === 'move-number');
	if (bare) return { expected: listed(moves), english: false };
	if (locale() === 'en' || !/[a-z]{2}/.test(expected)) return { expected, english: false };
	const remedy = remedyText(expected);
	return remedy === null ? { expected, english: true } : { expected: remedy, english: false };
}

export function problemText(game: VariantId, problem: RecordProblem): ProblemText {
	const { line, column, found, code, refusal } = problem;
	const what = sentences([TEXTS[code](), refusal ? refusalCodeText(game, refusal) : '']);
	return { place: m.records_place({ line, column }), what, found, ...expectedText(problem) };
}
