/**
 * Results on their way into the database. Its writes take milliseconds and end with the page, so each result is noted in
 * local storage in the task in which it is known, and forgotten once the database has it.
 */
import { isGameId } from '../games/game';
import { keysWith, readJson, removeKey, writeJson } from '../store/storage';
import type { Done, SolvedDay } from './keep';

const PREFIX = 'komadai.puzzle-result.';

export type Entry = { done: Done } | { solved: SolvedDay };

/** Notes it at once; the answer forgets it again. */
export function note(entry: Entry): () => void {
	const of =
		'done' in entry
			? [entry.done.now, entry.done.puzzle.game, entry.done.puzzle.id]
			: [entry.solved.day, entry.solved.game];
	const key = PREFIX + of.join('.');
	writeJson(key, entry);
	return () => removeKey(key);
}

function entryOf(kept: unknown): Entry | null {
	const { done, solved } = (kept ?? {}) as { done?: Partial<Done>; solved?: Partial<SolvedDay> };
	if (done) {
		const { puzzle, result, occasion, now } = done;
		const whole =
			isGameId(puzzle?.game ?? '') && puzzle?.id && Number.isFinite(puzzle.rating) && result && occasion;
		return whole && Number.isFinite(now) ? { done: done as Done } : null;
	}
	return isGameId(solved?.game ?? '') && Number.isSafeInteger(solved?.day)
		? { solved: solved as SolvedDay }
		: null;
}

/** What earlier pages left behind, in the order of time. */
export function leftBehind(): { entry: Entry; forget: () => void }[] {
	const found = keysWith(PREFIX).flatMap((key) => {
		const entry = entryOf(readJson(key));
		const forget = () => removeKey(key);
		if (entry) return [{ entry, forget }];
		forget();
		return [];
	});
	const at = ({ entry }: { entry: Entry }) => ('done' in entry ? entry.done.now : 0);
	return found.sort((a, b) => at(a) - at(b));
}
