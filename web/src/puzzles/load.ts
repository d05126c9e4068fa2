/** Loader of puzzles, by variant or by day. */
import { days, games } from 'virtual:puzzles';
import { loading } from '../loading/quiet';
import type { VariantId } from '../rules/variant';
import { SLOTS } from './day';
import { bucketOf, type DayPuzzle, readDay } from './dayLines';
import { type Puzzle, readLines } from './puzzle';

const fetched = new Map<VariantId, Promise<Puzzle[]>>();

/** A failed load is retried by the next call. */
export function loadPuzzles(game: VariantId): Promise<Puzzle[]> {
	const known = fetched.get(game);
	if (known) return known;
	const coming = loading(games[game]().then(({ default: text }) => readLines(game, text)));
	fetched.set(game, coming);
	coming.catch(() => fetched.delete(game));
	return coming;
}

export async function loadDay(day: number): Promise<DayPuzzle[]> {
	const slot = day % SLOTS;
	const bucket = days[bucketOf(slot)];
	return bucket ? readDay((await bucket()).default, slot) : [];
}
