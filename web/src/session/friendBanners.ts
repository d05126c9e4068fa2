/** What is said above the board of a game between people. */
import { formatCountdown } from '../clock/format';
import { failureText } from '../net/failureText';
import { offline } from '../offline/state.svelte';
import { m } from '../paraglide/messages';
import { ABANDONED_MS, type ErrorCode, type Unrated } from '../protocol';
import type { Banner } from './session';

/** The opponent is away on their own turn. */
export interface Claim {
	/** In how long the win can be claimed; not above 0 once it can. */
	inMs: number;
	victory: () => void;
	abort: () => void;
}

/** Whoever only reloads the page is not said to be away. */
const RELOAD_MS = 5_000;

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
	claim: Claim | null;
	/** What is said for a moment. */
	notice: Banner | null;
}

/** Its keys are there during the countdown already, so that nothing moves at its end. */
function claimBanner({ inMs, victory, abort }: Claim): Banner {
	const waits = inMs > 0;
	return {
		kind: 'info',
		id: 'claim',
		text: waits ? m.friend_claim_in({ time: formatCountdown(inMs) }) : m.friend_claim_now(),
		said: waits ? m.friend_away() : m.friend_claim_now(),
		actions: [
			{ text: m.friend_claim(), run: victory, disabled: waits },
			{ text: m.play_abort(), run: abort, disabled: waits },
		],
	};
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
	if (claim && claim.inMs < ABANDONED_MS - RELOAD_MS) list.push(claimBanner(claim));
	// What closed the connection may have been said as a notice, too.
	if (notice && list.every(({ text }) => text !== notice.text)) list.push(notice);
	return list;
}
