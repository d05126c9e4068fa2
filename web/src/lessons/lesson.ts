/** Lessons by doing: what a step is, and where its data lie. Positions and goals are written once for all languages. */
import { isVariantId, type VariantId } from '../games/variant';
import type { Locale } from '../paraglide/runtime';
import type { Puzzle } from '../puzzles/puzzle';

/** How a check may be answered. */
export type Answer = 'king' | 'capture' | 'block' | 'drop';

/**
 * What has to be true after the last of one's own moves; all of it. `piece`, `drop`, `promote`, `to`, `answer`,
 * `attacks` and `safe` speak of that move.
 */
export interface Goal {
	/** The letter of the piece that moves, `pP` when promoted. */
	piece?: string;
	/** The letter of what is dropped. */
	drop?: string;
	promote?: boolean;
	to?: string[];
	check?: boolean;
	answer?: Answer;
	/** The piece attacks all of these. */
	attacks?: string[];
	/** Nothing can take it where it stands. */
	safe?: true;
	/** The opponent cannot mate with the next move. */
	saved?: true;
	/** Squares to be entered, in any order. */
	reach?: string[];
	/** Squares on which something is to be captured, in any order. */
	take?: string[];
	mate?: true;
}

/** Names of what may be missing, as a goal's parts are called. */
export type Missed = keyof Goal;

export interface Step {
	key: string;
	/** `start` or position text. */
	position: string;
	/** Own moves there are; one if it is left out. */
	within?: number;
	goal: Goal;
	/** What the board marks, where the squares of the goal would tell which of several is the right one. */
	marks?: string[];
	/** Own moves that reach the goal. */
	solution: string[];
	/** Own moves that do not, by moves with blanks between: why, as the rules or the goal call it. */
	wrong: Record<string, string>;
}

export interface Chapter {
	key: string;
	steps: Step[];
}

export interface StepText {
	task: string;
	hint: string;
	/** What has been shown, said when it is done. */
	done?: string;
}

export interface LessonTexts {
	chapters: Record<string, string>;
	steps: Record<string, StepText>;
}

export interface Lessons {
	chapters: Chapter[];
	texts: LessonTexts;
}

const steps = import.meta.glob<Chapter[]>('../../learn/lessons/*/steps.json', { import: 'default' });
const texts = import.meta.glob<LessonTexts>('../../learn/lessons/*/{en,ja,zh-Hans,zh-Hant}.json', {
	import: 'default',
});

/** The games that have lessons. */
export const TAUGHT: readonly VariantId[] = Object.keys(steps).flatMap((path) => {
	const game = path.split('/').at(-2) ?? '';
	return isVariantId(game) ? [game] : [];
});

async function fetched<T>(from: Record<string, () => Promise<T>>, path: string): Promise<T> {
	const load = from[path];
	if (!load) throw new Error(`there is no ${path}`);
	return load();
}

export async function loadLessons(game: VariantId, language: Locale): Promise<Lessons> {
	const folder = `../../learn/lessons/${game}`;
	const [chapters, words] = await Promise.all([
		fetched(steps, `${folder}/steps.json`),
		fetched(texts, `${folder}/${language}.json`),
	]);
	return { chapters, texts: words };
}

/** A step that asks for mate, as the solver is asked about it: whatever mates within its moves is right. */
export function mateOf(game: VariantId, step: Step): Puzzle {
	const plies = 2 * (step.within ?? 1) - 1;
	return {
		game,
		id: step.key,
		kind: 'mate',
		position: startOf(step),
		plies,
		moves: [],
		solutions: [],
		themes: [],
		rating: 0,
	};
}

export function startOf(step: Step): string {
	return step.position === 'start' ? '' : step.position;
}

/** Squares that the board marks: where to go and what to take, unless that would give the answer away. */
export function marked({ goal, marks }: Step): string[] {
	if (marks) return marks;
	return [...(goal.to ?? []), ...(goal.reach ?? []), ...(goal.take ?? []), ...(goal.attacks ?? [])];
}
