/** What is said above the board of a game between people. */
import { failureText } from '../net/failureText';
import { offline } from '../offline/state.svelte';
import { m } from '../paraglide/messages';
import type { ErrorCode, Unrated } from '../protocol';
import type { Banner } from './session';

export interface FriendState {
	/** The network is off, or the connection is lost and sought again. */
	cut: 'offline' | 'lost' | null;
	clockRuns: boolean;
	/** Why the server no longer speaks with this page. */
	closedBy: ErrorCode | null;
	/** The server is newer than this page. */
	newer: boolean;
	over: boolean;
	/** Why the game is not rated, though it was to be, until both have moved. */
	unrated: Unrated | null;
	/** The opponent has left: what may be done about it. */
	claim: { victory: () => void; abort: () => void } | null;
	/** What is said for a moment. */
	notice: Banner | null;
}

const reload = () => [{ text: m.play_reload(), run: () => offline.reload() }];

export function friendBanners({
	cut,
	clockRuns,
	closedBy,
	newer,
	over,
	unrated,
	claim,
	notice,
}: FriendState): Banner[] {
	const list: Banner[] = [];
	if (cut) {
		const away = cut === 'offline' ? m.friend_offline() : m.friend_reconnecting();
		// Nobody here can know how the clocks stand, or whether a move has stopped one.
		const text = clockRuns ? `${away} ${m.friend_clock_runs()}` : away;
		list.push({ kind: 'warning', connection: true, text });
	}
	// The server will not talk to this page any more: what it last said stays until a reload.
	if (closedBy) list.push({ kind: 'warning', text: failureText(closedBy), actions: reload() });
	else if (newer && over) list.push({ kind: 'info', text: m.friend_old_page_now(), actions: reload() });
	else if (newer) list.push({ kind: 'info', text: m.friend_old_page() });
	if (unrated && !over)
		list.push({ kind: 'info', text: unrated === 'same-device' ? m.unrated_device() : m.unrated_network() });
	if (claim)
		list.push({
			kind: 'info',
			text: m.friend_left(),
			actions: [
				{ text: m.friend_claim(), run: claim.victory },
				{ text: m.play_abort(), run: claim.abort },
			],
		});
	// What closed the connection may have been said as a notice, too.
	if (notice && list.every(({ text }) => text !== notice.text)) list.push(notice);
	return list;
}
