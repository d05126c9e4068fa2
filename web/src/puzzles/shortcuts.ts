/** Shortcuts of a puzzle page, beside those of every board. */
import { m } from '../paraglide/messages';

export const PUZZLE_LETTERS = { a: 'again', g: 'give-up', p: 'next' } as const;
export type PuzzleShortcut = (typeof PUZZLE_LETTERS)[keyof typeof PUZZLE_LETTERS];

export function puzzleShortcut(key: string): PuzzleShortcut | null {
	return key in PUZZLE_LETTERS ? PUZZLE_LETTERS[key as keyof typeof PUZZLE_LETTERS] : null;
}

const DOES: Record<PuzzleShortcut, () => string> = {
	again: m.lesson_again,
	'give-up': m.puzzle_give_up,
	next: m.lesson_next,
};

export const PUZZLE_SHORTCUTS = Object.entries(PUZZLE_LETTERS).map(([key, does]) => ({
	keys: [key],
	does: DOES[does],
}));
