/** Which puzzle comes next: what was chosen, near one's own rating, and not seen before. */
import { type Puzzle, type PuzzleKind, THEMES, type Theme } from './puzzle';
import { type Rating, SURE } from './rating';

/** What is wanted; null where anything will do. */
export interface Filter {
	kind: PuzzleKind | null;
	/** Half-moves of the solution; of mates all lengths from `LONG` on are one. */
	plies: number | null;
	theme: Theme | null;
}

export const ANYTHING: Filter = { kind: null, plies: null, theme: null };

/** Longer mates are chosen together. */
export const LONG = 11;
/** The lengths that there are of mates, in each game. */
export const LENGTHS = [1, 3, 5, 7, 9, LONG] as const;
/** One of so many of the nearest is taken, so that not everybody gets the same. */
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

/** How many puzzles there are of each theme, without those of which there are none. */
export function themeCounts(all: readonly Sorted[], filter: Filter): { theme: Theme; count: number }[] {
	const counts = THEMES.map((theme) => ({
		theme,
		count: all.filter((puzzle) => matches(puzzle, { ...filter, theme })).length,
	}));
	return counts.filter(({ count }) => count > 0);
}

/** The lengths there are of a kind, short to long. */
export function lengthsOf(all: readonly Puzzle[], kind: PuzzleKind | null): number[] {
	const lengths = all.filter((puzzle) => kind === null || puzzle.kind === kind).map(lengthOf);
	return [...new Set(lengths)].sort((a, b) => a - b);
}

export interface Wanted {
	filter: Filter;
	/** The player's. */
	rating: number;
	/** When each puzzle was last seen, milliseconds since 1970. */
	seen: ReadonlyMap<string, number>;
	/** The one that was just shown. */
	but?: string | undefined;
	/** From 0 up to 1. */
	chance: number;
}

/** Undefined where there is none of the kind; once all were seen, those come first that were seen longest ago. */
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

/**
 * Near which rating one's next puzzle is sought: below one's own as long as that is little more than a guess. Who has
 * just come meets what takes a move or two, and climbs with what is solved.
 */
export function soughtRating({ rating, deviation }: Pick<Rating, 'rating' | 'deviation'>): number {
	return rating - Math.max(0, deviation - SURE);
}

/** How far below one's rating a run begins, and how much harder each puzzle is than the one before. */
const RUN_BELOW = 500;
const RUN_STEP = 45;

/** The rating of the puzzle that comes after so many in a run. */
export function runRating(rating: number, before: number): number {
	return rating - RUN_BELOW + RUN_STEP * before;
}
