import { m } from '../paraglide/messages';
import type { Problem } from './open';

const TEXTS: Record<Problem, () => string> = {
	unavailable: m.games_problem_unavailable,
	full: m.games_problem_full,
	newer: m.games_problem_newer,
	'not-read': m.games_problem_not_read,
	'not-kept': m.games_problem_not_kept,
};

export function problemText(problem: Problem): string {
	return TEXTS[problem]();
}
