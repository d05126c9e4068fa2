/** Banners above the board of an online game. */
import { formatCountdown } from '../clock/format';
import { offline } from '../loading/offline/state.svelte';
import { failureText } from '../net/failureText';
import { m } from '../paraglide/messages';
import { ABANDONED_MS, type ErrorCode, type Unrated } from '../protocol';
import type { Banner } from './session';

export interface Claim {
	/** Not above zero once the win can be claimed. */
	inMs: number;
	victory: () => void;
	abort: () => void;
}

/** Hides short absences, such as a reload. */
const RELOAD_MS = 5_000;

export interface FriendState {
	cut: 'offline' | 'lost' | null;
	clockRuns: boolean;
	closedBy: ErrorCode | null;
	/** The server speaks a newer protocol than this page. */
	newer: boolean;
	over: boolean;
	unrated: Unrated | null;
	claim: Claim | null;
	notice: Banner | null;
}

/** Buttons are disabled during the countdown, so that the layout does not shift at its end. */
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
		// The state of the clocks is unknown while disconnected.
		const text = clockRuns ? `${away} ${m.friend_clock_runs()}` : away;
		list.push({ kind: 'warning', connection: true, text });
	}
	// The server rejects this page; its last state stays until a reload.
	if (closedBy) list.push({ kind: 'warning', text: failureText(closedBy), actions: reload() });
	else if (newer && over) list.push({ kind: 'info', text: m.friend_old_page_now(), actions: reload() });
	else if (newer) list.push({ kind: 'info', text: m.friend_old_page() });
	if (unrated && !over)
		list.push({ kind: 'info', text: unrated === 'same-device' ? m.unrated_device() : m.unrated_network() });
	if (claim && claim.inMs < ABANDONED_MS - RELOAD_MS) list.push(claimBanner(claim));
	if (notice && list.every(({ text }) => text !== notice.text)) list.push(notice);
	return list;
}
