/** Games that ended on another page are kept as if they had ended here. */
import { deleteBoard } from '../database/boards';
import { goingPages, keepPage, pageOf } from '../database/held.svelte';
import { ApiFailure, api } from '../net/api';
import type { PlayerGames } from '../protocol';

/** Games of the player that this browser knows as going on, and the server no longer lists. */
export async function endedUnseen({ player, whole, games }: PlayerGames): Promise<string[]> {
	if (!whole) return [];
	const listed = new Set(games.map(({ id }) => id));
	const going = (await goingPages()).filter(({ seat, snapshot }) => {
		const own = seat === 'watcher' ? null : snapshot.players[seat];
		return own?.id === player;
	});
	return going.map(({ snapshot }) => snapshot.id).filter((id) => !listed.has(id));
}

/** Keeps a game that is over. Returns whether it is in the database then; if not, its own page keeps it. */
export async function keepEnded(id: string): Promise<boolean> {
	try {
		const page = await api.game(id);
		if (page.seat === 'watcher' || page.snapshot.status !== 'ended') return false;
		return await keepPage(page);
	} catch (error) {
		// An invitation that nobody took; a game that was played stays as it was last seen.
		const isGone = error instanceof ApiFailure && error.code === 'no-such-game';
		if (isGone && !(await pageOf(id))?.snapshot.moves.length) await deleteBoard(id);
		return false;
	}
}
