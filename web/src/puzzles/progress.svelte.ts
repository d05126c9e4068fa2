/** The player's puzzle data: rating, seen puzzles, days. */

import type { Occasion, SeenPuzzle } from '../database/puzzleRows';
import type { LazyText } from '../i18n/locale.svelte';
import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';
import { dayOf, puzzleOfDay, streakOf } from './day';
import { keepResult, keepSolvedDay, ratingOf, seenPuzzles, solvedDays } from './keep';
import type { Puzzle } from './puzzle';
import type { Result } from './puzzleSession.svelte';
import { BEGINNER, changeText, type Rating } from './rating';
import { isDue } from './spacing';

export class Progress {
	rating: Rating = $state.raw(BEGINNER);
	seen: readonly SeenPuzzle[] = $state.raw([]);
	/** Days with a solved puzzle of the day, of any variant. */
	days: readonly number[] = $state.raw([]);

	constructor(
		readonly game: VariantId,
		readonly now: () => number = Date.now,
	) {}

	async load(): Promise<void> {
		const [rating, seen, days] = await Promise.all([ratingOf(this.game), seenPuzzles(this.game), solvedDays()]);
		this.rating = rating;
		this.seen = seen;
		this.days = days.map(({ day }) => day);
	}

	get times(): ReadonlyMap<string, number> {
		return new Map(this.seen.map(({ id, at }) => [id, at]));
	}

	/** Missed puzzles to review, the longest due first. */
	get due(): readonly SeenPuzzle[] {
		const now = this.now();
		const due = this.seen.filter(({ review }) => isDue(review, now));
		return due.toSorted((a, b) => (a.review?.dueAt ?? 0) - (b.review?.dueAt ?? 0));
	}

	get nextDue(): number | null {
		const times = this.seen.flatMap(({ review }) => (review ? [review.dueAt] : []));
		return times.length > 0 ? Math.min(...times) : null;
	}

	get streak(): number {
		return streakOf(this.days, dayOf(this.now()));
	}

	dayOfPuzzle(all: readonly Puzzle[], puzzle: Puzzle): number | null {
		const today = dayOf(this.now());
		return puzzleOfDay(all, today)?.id === puzzle.id ? today : null;
	}

	/** Stores a result; returns the text of its effect. */
	async done(puzzle: Puzzle, result: Result, occasion: Occasion): Promise<LazyText> {
		const kept = await keepResult({ puzzle, result, occasion, now: this.now() });
		if (!kept.ok) return () => '';
		await this.load();
		const rating = Math.round(puzzle.rating);
		if (kept.value.after === null) return () => m.puzzle_note_puzzle({ puzzle: rating });
		const after = Math.round(kept.value.after);
		const change = changeText(after - Math.round(kept.value.before));
		return () => m.puzzle_note_rating({ puzzle: rating, after, change });
	}

	/** Counts for the day on which the puzzle was opened, even after midnight. */
	async solvedDay(day: number): Promise<LazyText> {
		await keepSolvedDay({ day, game: this.game });
		await this.load();
		return () => (this.streak > 0 ? m.puzzle_streak({ count: this.streak }) : '');
	}
}
