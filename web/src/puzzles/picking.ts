/** Choice of the next puzzle: matches the filter, near the player's rating, unseen if possible. */
import { type Puzzle, type PuzzleKind, THEMES, type Theme } from './puzzle';
import { type Rating, SURE } from './rating';

/** Null matches anything. */
export interface Filter {
	kind: PuzzleKind | null;
	/** Plies of the solution; all mates from `LONG` on count as one length. */
	plies: number | null;
	theme: Theme | null;
}

export const ANYTHING: Filter = { kind: null, plies: null, theme: null };

export const LONG = 11;
export const LENGTHS = [1, 3, 5, 7, 9, LONG] as const;
/** Number of nearest puzzles from which one is drawn, so that players get different ones. */
const NEAREST = 12;

export const lengthOf = ({ plies }: Pick<Puzzle, 'plies'>) => Math.min(plies, LONG);

type Sorted = Pick<Puzzle, 'kind' | 'plies' | 'themes'>;

export function matches(puzzle: Sorted, { kind, plies, theme }: Filter): boolean {
	return (
		(kind === null || puzzle.kind === kind) &&
		(plies === null || lengthOf(puzzle) === plies) &&
		(theme === null || puzzle.themes.includes(theme))
	);
}

export function themeCounts(all: readonly Sorted[], filter: Filter): { theme: Theme; count: number }[] {
	const counts = THEMES.map((theme) => ({
		theme,
		count: all.filter((puzzle) => matches(puzzle, { ...filter, theme })).length,
	}));
	return counts.filter(({ count }) => count > 0);
}

export function lengthsOf(all: readonly Puzzle[], kind: PuzzleKind | null): number[] {
	const lengths = all.filter((puzzle) => kind === null || puzzle.kind === kind).map(lengthOf);
	return [...new Set(lengths)].sort((a, b) => a - b);
}

export interface Wanted {
	filter: Filter;
	rating: number;
	/** Time last seen, in milliseconds since 1970. */
	seen: ReadonlyMap<string, number>;
	but?: string | undefined;
	/** Random value in [0, 1). */
	chance: number;
}

/** Undefined if no puzzle matches. Once all were seen, those seen longest ago come first. */
export function nextPuzzle(all: readonly Puzzle[], wanted: Wanted): Puzzle | undefined {
	const { filter, rating, seen, but, chance } = wanted;
	const suits = all.filter((puzzle) => matches(puzzle, filter));
	const others = suits.filter(({ id }) => id !== but);
	const fresh = others.filter(({ id }) => !seen.has(id));
	if (fresh.length === 0) {
		const longest = others.toSorted((a, b) => (seen.get(a.id) ?? 0) - (seen.get(b.id) ?? 0));
		return longest[0] ?? suits[0];
	}
	const distance = (puzzle: Puzzle) => Math.abs(puzzle.rating - rating);
	const near = fresh.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAREST);
	return near[Math.floor(chance * near.length)];
}

/** Below the player's rating while its deviation is large, so that new players begin with easy puzzles. */
export function soughtRating({ rating, deviation }: Pick<Rating, 'rating' | 'deviation'>): number {
	return rating - Math.max(0, deviation - SURE);
}

/** Distance below the player's rating at which a run begins, and its increase per puzzle. */
const RUN_BELOW = 500;
const RUN_STEP = 45;

export function runRating(rating: number, before: number): number {
	return rating - RUN_BELOW + RUN_STEP * before;
}
