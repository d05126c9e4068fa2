/** Keeps online games that ended outside this page. */
import { deleteBoard } from '../database/boards';
import { goingPages, keepPage, pageOf } from '../database/heldBoard.svelte';
import { ApiFailure, api } from '../net/api';
import type { PlayerGames } from '../protocol';

/** Ids of the player's games that are open in this browser and no longer listed by the server. */
export async function endedUnseen({ player, whole, games }: PlayerGames): Promise<string[]> {
	if (!whole) return [];
	const listed = new Set(games.map(({ id }) => id));
	const going = (await goingPages()).filter(({ seat, snapshot }) => {
		const own = seat === 'watcher' ? null : snapshot.players[seat];
		return own?.id === player;
	});
	return going.map(({ snapshot }) => snapshot.id).filter((id) => !listed.has(id));
}

/** Stores an ended game. Returns `true` if the database then has it; its own page stores it otherwise. */
export async function keepEnded(id: string): Promise<boolean> {
	try {
		const page = await api.game(id);
		if (page.seat === 'watcher' || page.snapshot.status !== 'ended') return false;
		return await keepPage(page);
	} catch (error) {
		// An unused invitation is deleted; a game with moves stays as last seen.
		const isGone = error instanceof ApiFailure && error.code === 'no-such-game';
		if (isGone && !(await pageOf(id))?.snapshot.moves.length) await deleteBoard(id);
		return false;
	}
}
