/** Search of games by a typed position. */

import { readPosition } from '../records/readPosition';
import { loadRules } from '../rules/rules';
import { VARIANT_IDS, type VariantId } from '../rules/variant';
import type { GameEntry } from './games';
import { allLines } from './lines';
import type { Problem } from './open';
import { gamesWith } from './openings';

export type Found = { ids: ReadonlySet<string> } | { text: string } | { problem: Problem };

/** `text` is the error in the position. Without a variant, the first that can read the position counts. */
export async function findPosition(
	games: readonly GameEntry[],
	game: VariantId | '',
	typed: string,
	onProgress: (done: number, total: number) => void,
): Promise<Found> {
	const rules = await loadRules();
	let text = '';
	for (const asked of game ? [game] : VARIANT_IDS) {
		const read = readPosition(rules, asked, typed, true);
		if ('problem' in read) {
			text ||= read.problem;
			continue;
		}
		const lines = await allLines(onProgress);
		if (!lines.ok) return { problem: lines.problem };
		return { ids: new Set(gamesWith(games, lines.value, asked, read.position).map(({ id }) => id)) };
	}
	return { text };
}
