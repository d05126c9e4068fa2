/** Schema of a result that is not yet in the database. */
import * as v from 'valibot';
import type { SolvedDay } from '../database/puzzleRows';
import { VARIANT_IDS } from '../rules/variant';
import type { Done } from './keep';
import { KINDS } from './puzzle';

export type Entry = { done: Done } | { solved: SolvedDay };

const game = v.picklist(VARIANT_IDS);

const schema = v.union([
	v.object({
		done: v.object({
			puzzle: v.object({
				game,
				id: v.pipe(v.string(), v.minLength(1)),
				kind: v.picklist(KINDS),
				plies: v.number(),
				rating: v.pipe(v.number(), v.finite()),
			}),
			result: v.picklist(['clean', 'helped', 'missed'] as const),
			occasion: v.picklist(['single', 'day', 'review', 'sprint', 'storm'] as const),
			now: v.pipe(v.number(), v.finite()),
		}),
	}),
	v.object({ solved: v.object({ day: v.pipe(v.number(), v.safeInteger()), game }) }),
]);

export function readEntry(value: unknown): Entry | null {
	const read = v.safeParse(schema, value);
	return read.success ? read.output : null;
}
