/** Unfinished games of the server as list entries. */
import { moveNumber } from '../games/moveCount';
import { playerName } from '../games/names';
import { onlineList } from '../live/onlineList.svelte';
import { api } from '../net/api';
import { m } from '../paraglide/messages';
import type { GamePage, GameSummary } from '../protocol';
import type { Line } from './gameLine';

/** Fetches the games unless the server pushes them. Without a server the stored state is shown. */
export async function readOnline(): Promise<void> {
	try {
		if (!onlineList.following) onlineList.fetched((await api.games()).games);
	} catch {
		const { goingPages } = await import('../database/heldBoard.svelte');
		onlineList.lastSeen((await goingPages()).map(summary));
	}
}

function summary({ seat, snapshot }: GamePage): GameSummary {
	const { id, seq, settings, status, players, side, moves, created_at_ms } = snapshot;
	return {
		id,
		game: settings.game,
		status,
		seat,
		players,
		seq,
		ply: moves.length,
		your_turn: status === 'playing' && side === seat,
		outcome: null,
		updated_at_ms: created_at_ms,
	};
}

export function onlineLine(one: GameSummary): Line {
	const friend = one.players[one.seat === 'first' ? 'second' : 'first'];
	const waiting = one.status === 'waiting';
	return {
		id: one.id,
		game: one.game,
		href: `/g/${one.id}`,
		opponent: friend ? playerName(friend) : m.friend_waiting_title(),
		moves: moveNumber(one.game, one.ply),
		note: waiting ? '' : one.your_turn ? m.home_your_turn() : m.home_their_turn(),
		mine: one.your_turn && !waiting,
		at: one.updated_at_ms,
	};
}
