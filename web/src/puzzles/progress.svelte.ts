/** What a page of puzzles knows of the player: rating, what was seen, and the days. Kept as it changes. */
import type { VariantId } from '../games/variant';
import type { Words } from '../i18n/words';
import { m } from '../paraglide/messages';
import { dayOf, puzzleOfDay, streakOf } from './day';
import {
	keepResult,
	keepSolvedDay,
	type Occasion,
	ratingOf,
	type SeenPuzzle,
	seenPuzzles,
	solvedDays,
} from './keep';
import type { Puzzle } from './puzzle';
import type { Result } from './puzzleSession.svelte';
import { BEGINNER, changeText, type Rating } from './rating';
import { isDue } from './spacing';

export class Progress {
	rating: Rating = $state.raw(BEGINNER);
	seen: readonly SeenPuzzle[] = $state.raw([]);
	/** Days on which a puzzle of the day was solved, in whichever game. */
	days: readonly number[] = $state.raw([]);

	constructor(
		readonly game: VariantId,
		readonly now: () => number = Date.now,
	) {}

	async load(): Promise<void> {
		const [rating, seen, days] = await Promise.all([
			ratingOf(this.game),
			seenPuzzles(this.game),
			solvedDays(),
		]);
		this.rating = rating;
		this.seen = seen;
		this.days = days.map(({ day }) => day);
	}

	/** When each puzzle was seen. */
	get times(): ReadonlyMap<string, number> {
		return new Map(this.seen.map(({ id, at }) => [id, at]));
	}

	/** Puzzles that were missed and are to be tried again, the longest due first. */
	get due(): readonly SeenPuzzle[] {
		const now = this.now();
		const due = this.seen.filter(({ review }) => isDue(review, now));
		return due.toSorted((a, b) => (a.review?.dueAt ?? 0) - (b.review?.dueAt ?? 0));
	}

	/** When the next review is due, if there is one. */
	get nextDue(): number | null {
		const times = this.seen.flatMap(({ review }) => (review ? [review.dueAt] : []));
		return times.length > 0 ? Math.min(...times) : null;
	}

	get streak(): number {
		return streakOf(this.days, dayOf(this.now()));
	}

	/** Today, where this is today's puzzle. */
	dayOfPuzzle(all: readonly Puzzle[], puzzle: Puzzle): number | null {
		const today = dayOf(this.now());
		return puzzleOfDay(all, today)?.id === puzzle.id ? today : null;
	}

	/** Keeps a result; what it changed, in the words of the page's language at any time. */
	async done(puzzle: Puzzle, result: Result, occasion: Occasion): Promise<Words> {
		const kept = await keepResult({ puzzle, result, occasion, now: this.now() });
		if (!kept.ok) return () => '';
		await this.load();
		const rating = Math.round(puzzle.rating);
		if (kept.value.after === null) return () => m.puzzle_note_puzzle({ puzzle: rating });
		const after = Math.round(kept.value.after);
		const change = changeText(after - Math.round(kept.value.before));
		return () => m.puzzle_note_rating({ puzzle: rating, after, change });
	}

	/** The puzzle of a day was solved: of the day on which it was opened, also after midnight. */
	async solvedDay(day: number): Promise<Words> {
		await keepSolvedDay({ day, game: this.game });
		await this.load();
		return () => (this.streak > 0 ? m.puzzle_streak({ count: this.streak }) : '');
	}
}
