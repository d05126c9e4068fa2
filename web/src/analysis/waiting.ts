/** A record that the page of its game's board shows next: only there can be asked about what is on the board. */
import type { VariantId } from '../games/variant';
import type { RecordedGame } from '../records/record';

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
