/** Data of lessons. Positions and goals are shared by all languages. */

import { bundled } from '../loading/bundled';
import type { Locale } from '../paraglide/runtime';
import type { Puzzle } from '../puzzles/puzzle';
import { isVariantId, type VariantId } from '../rules/variant';

export type Answer = 'king' | 'capture' | 'block' | 'drop';

/**
 * Conditions after the player's last move, all required. `piece`, `drop`, `promote`, `to`, `answer`, `attacks` and
 * `safe` are about that move.
 */
export interface Goal {
	piece?: string;
	drop?: string;
	promote?: boolean;
	to?: string[];
	check?: boolean;
	answer?: Answer;
	/** The moved piece attacks all of these squares. */
	attacks?: string[];
	/** The moved piece cannot be captured. */
	safe?: true;
	/** The opponent has no mate in one. */
	saved?: true;
	/** Squares to enter, in any order. */
	reach?: string[];
	/** Squares to capture on, in any order. */
	take?: string[];
	mate?: true;
}

export type Missed = keyof Goal;

export interface Step {
	key: string;
	position: string;
	/** The player's moves available; default 1. */
	within?: number;
	goal: Goal;
	/** Marked squares, where those of the goal would give the answer away. */
	marks?: string[];
	/** The player's moves that reach the goal. */
	solution: string[];
	/** The player's moves that fail, separated by spaces, to the refusal code or the missed part of the goal. */
	wrong: Record<string, string>;
}

export interface Chapter {
	key: string;
	steps: Step[];
}

export interface StepText {
	task: string;
	hint: string;
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

export const TAUGHT: readonly VariantId[] = Object.keys(steps).flatMap((path) => {
	const game = path.split('/').at(-2) ?? '';
	return isVariantId(game) ? [game] : [];
});

export async function loadLessons(game: VariantId, language: Locale): Promise<Lessons> {
	const folder = `../../learn/lessons/${game}`;
	const [chapters, words] = await Promise.all([
		bundled(steps, `${folder}/steps.json`),
		bundled(texts, `${folder}/${language}.json`),
	]);
	return { chapters, texts: words };
}

/** A mate step as a puzzle for the solver: any mate within its moves is right. */
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

/** Squares marked on the board: targets and captures, unless `marks` replaces them. */
export function marked({ goal, marks }: Step): string[] {
	if (marks) return marks;
	return [...(goal.to ?? []), ...(goal.reach ?? []), ...(goal.take ?? []), ...(goal.attacks ?? [])];
}
