/** What the database still lacked of a game when the page with it went away. */
import type { KeptAnalysis } from '../database/board';
import { readAnalysis } from '../database/schemas';
import type { VariantId } from '../games/variant';
import { readJson, removeKey } from '../store/storage';
import { forget, leftBehind, note, noted } from '../store/unwritten';

export interface Unsaved extends KeptAnalysis {
	/** The revision of the game that was changed. */
	revision: number;
	/** Milliseconds since 1970. */
	updatedAt: number;
}

const nameOf = (id: string) => `record/${id}`;
/** Where earlier versions kept it. */
const earlierKey = (id: string) => `komadai.analysis.unsaved.${id}`;

export function noteUnsaved(id: string, unsaved: Unsaved): void {
	note(nameOf(id), unsaved);
}

export function forgetUnsaved(id: string): void {
	forget(nameOf(id));
}

/** What this page or an earlier one has left of a game, newer than the database's of `updatedAt`; it is in the line of this page then. */
export function takeUnsaved(
	id: string,
	game: VariantId,
	{ updatedAt, revision = 0 }: { updatedAt: number; revision?: number },
): Unsaved | null {
	const left = leftBehind(nameOf(id)).filter(({ name }) => name === nameOf(id));
	const values = [noted(nameOf(id)), ...left.map(({ value }) => value), readJson(earlierKey(id))];
	const found = values.flatMap((value) => {
		const kept = readAnalysis(value, game);
		const of = value as Partial<Unsaved>;
		return kept ? [{ ...kept, revision: of.revision ?? revision, updatedAt: Number(of.updatedAt) || 0 }] : [];
	});
	const [latest] = found.filter((one) => one.updatedAt > updatedAt).sort((a, b) => b.updatedAt - a.updatedAt);
	// Where the line of this page has no room for it, it stays where it is.
	if (latest && !note(nameOf(id), latest, true)) return latest;
	for (const { forget: done } of left) done();
	removeKey(earlierKey(id));
	return latest ?? null;
}
