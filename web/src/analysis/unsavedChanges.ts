/** Changes of a game that the database lacked when the page closed, in local storage. */
import type { KeptAnalysis } from '../database/board';
import { readAnalysis } from '../database/schemas';
import type { VariantId } from '../rules/variant';
import { forget, leftBehind, note, noted } from '../store/pendingWrites';
import { readJson, removeKey } from '../store/storage';

export interface Unsaved extends KeptAnalysis {
	/** Revision that the changes are based on. */
	revision: number;
	updatedAt: number;
}

const nameOf = (id: string) => `record/${id}`;
/** Storage key of earlier versions, which is still read. */
const earlierKey = (id: string) => `komadai.analysis.unsaved.${id}`;

export function noteUnsaved(id: string, unsaved: Unsaved): void {
	note(nameOf(id), unsaved);
}

export function forgetUnsaved(id: string): void {
	forget(nameOf(id));
}

/** Changes newer than the database's `updatedAt`, from this or an earlier page; moves them to this page's entry. */
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
	// If this page's entry has no room, the changes stay in place.
	if (latest && !note(nameOf(id), latest, true)) return latest;
	for (const { forget: done } of left) done();
	removeKey(earlierKey(id));
	return latest ?? null;
}
