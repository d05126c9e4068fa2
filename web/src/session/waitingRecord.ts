/** A record for the board's page to show next, since only that page can ask to replace its content. */

import type { RecordedGame } from '../records/record';
import type { VariantId } from '../rules/variant';

let waiting: RecordedGame | null = null;

export function waitForBoard(record: RecordedGame): void {
	waiting = record;
}

export function takeWaiting(game: VariantId): RecordedGame | null {
	const record = waiting;
	if (record?.game !== game) return null;
	waiting = null;
	return record;
}
