/** Between people no clock runs before both sides have made their first move, and whoever does not begin has no game. */
import { formatCountdown } from '../clock/format';
import type { Side } from '../games/variant';
import { m } from '../paraglide/messages';
import type { Seat, Snapshot } from '../protocol';
import { go } from '../router.svelte';
import type { SnapshotChanges } from '../rules/module';

/** In the address of a challenge that is in the lobby again, because the opponent did not begin. */
export const RETURNED = '#returned';

/** The time that is left for that side's first move, where it is limited. */
export function dueText({ first_move_by_ms: by, side, status }: Snapshot, of: Side, now: number): string {
	const isDue = by !== null && status === 'playing' && side === of;
	return isDue ? m.friend_first_move({ time: formatCountdown(by - now) }) : '';
}

/** To the rematch, or to one's own challenge that is in the lobby again. */
export function goOn(next: string, seat: Seat, returnedTo?: Side): void {
	if (seat === 'watcher' || (returnedTo && returnedTo !== seat)) return;
	go(returnedTo ? `/g/${next}${RETURNED}` : `/g/${next}`);
}

/** What events have changed. A game that is not rated with these players is none that is. */
export function changed(snapshot: Snapshot, changes: SnapshotChanges): Snapshot {
	const { settings } = snapshot;
	const rated = changes.unrated ? { settings: { ...settings, rated: false } } : {};
	return { ...snapshot, ...changes, ...rated };
}
