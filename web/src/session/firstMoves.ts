/** First moves of online games: no clock runs before both sides have moved, and a game that is not begun is aborted. */
import { formatCountdown } from '../clock/format';
import { m } from '../paraglide/messages';
import type { Seat, Snapshot } from '../protocol';
import { go } from '../router.svelte';
import type { SnapshotChanges } from '../rules/module';
import type { Side } from '../rules/variant';

/** Marks a challenge that returned to the lobby because the opponent did not begin. */
export const RETURNED = '#returned';

/** Time left for the first move of a side; empty when there is no limit. */
export function dueText({ first_move_by_ms: by, side, status }: Snapshot, of: Side, now: number): string {
	const isDue = by !== null && status === 'playing' && side === of;
	return isDue ? m.friend_first_move({ time: formatCountdown(by - now) }) : '';
}

export function goOn(next: string, seat: Seat, returnedTo?: Side): void {
	if (seat === 'watcher' || (returnedTo && returnedTo !== seat)) return;
	go(returnedTo ? `/g/${next}${RETURNED}` : `/g/${next}`);
}

export function changed(snapshot: Snapshot, changes: SnapshotChanges): Snapshot {
	const { settings } = snapshot;
	const rated = changes.unrated ? { settings: { ...settings, rated: false } } : {};
	return { ...snapshot, ...changes, ...rated };
}
