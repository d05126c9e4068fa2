/** What a page of puzzles knows of the player: rating, what was seen, and the days. Kept as it changes. */
import type { GameId } from '../games/game';
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
import { BEGINNER, type Rating } from './rating';
import { isDue } from './spacing';

export class Progress {
	rating: Rating = $state.raw(BEGINNER);
	seen: readonly SeenPuzzle[] = $state.raw([]);
	/** Days on which a puzzle of the day was solved, in whichever game. */
	days: readonly number[] = $state.raw([]);

	constructor(
		readonly game: GameId,
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

	isOfToday(all: readonly Puzzle[], puzzle: Puzzle): boolean {
		return puzzleOfDay(all, dayOf(this.now()))?.id === puzzle.id;
	}

	/** Keeps a result; what it changed, in words. */
	async done(puzzle: Puzzle, result: Result, occasion: Occasion): Promise<string> {
		const kept = await keepResult({ puzzle, result, occasion, now: this.now() });
		if (!kept.ok) return '';
		await this.load();
		const of = { puzzle: Math.round(puzzle.rating) };
		return kept.value.after === null
			? m.puzzle_note_puzzle(of)
			: m.puzzle_note_rating({
					...of,
					before: Math.round(kept.value.before),
					after: Math.round(kept.value.after),
				});
	}

	/** A puzzle of the day was solved; the streak in words. */
	async solvedToday(): Promise<string> {
		await keepSolvedDay({ day: dayOf(this.now()), game: this.game });
		await this.load();
		return this.streak > 0 ? m.puzzle_streak({ count: this.streak }) : '';
	}
}
