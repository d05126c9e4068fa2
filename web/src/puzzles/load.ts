/** Fetches puzzles: those of a game, or the four of a day. */
import { days, games } from 'virtual:puzzles';
import type { VariantId } from '../games/variant';
import { loading } from '../offline/quiet';
import { SLOTS } from './day';
import { bucketOf, type DayPuzzle, readDay } from './dayLines';
import { type Puzzle, readLines } from './puzzle';

const fetched = new Map<VariantId, Promise<Puzzle[]>>();

/** The puzzles of a game; what failed is tried again the next time. */
export function loadPuzzles(game: VariantId): Promise<Puzzle[]> {
	const known = fetched.get(game);
	if (known) return known;
	const coming = loading(games[game]().then(({ default: text }) => readLines(game, text)));
	fetched.set(game, coming);
	coming.catch(() => fetched.delete(game));
	return coming;
}

/** The puzzles of a day, small: one for each game that has puzzles. */
export async function loadDay(day: number): Promise<DayPuzzle[]> {
	const slot = day % SLOTS;
	const bucket = days[bucketOf(slot)];
	return bucket ? readDay((await bucket()).default, slot) : [];
}
