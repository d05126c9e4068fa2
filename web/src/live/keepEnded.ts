/** Games that ended on another page are kept as if they had ended here. */
import { ApiFailure, api } from '../net/api';
import type { PlayerGames } from '../protocol';
import { forgetGame, keepGame, keptGame, keptGames } from '../store/friendGames';

/** Games of the player that this browser knows as going on, and the server no longer lists. */
export function endedUnseen({ player, whole, games }: PlayerGames): string[] {
	if (!whole) return [];
	const listed = new Set(games.map(({ id }) => id));
	const going = keptGames().filter(({ page: { seat, snapshot } }) => {
		const own = seat === 'watcher' ? null : snapshot.players[seat];
		return own?.id === player && snapshot.status !== 'ended';
	});
	return going.map(({ page }) => page.snapshot.id).filter((id) => !listed.has(id));
}

/** Keeps a game that is over. Returns whether it is in the database then; if not, its own page keeps it. */
export async function keepEnded(id: string): Promise<boolean> {
	try {
		const page = await api.game(id);
		if (page.seat === 'watcher' || page.snapshot.status !== 'ended') return false;
		keepGame(page, Date.now());
		const { keepFriend } = await import('../database/keep');
		return (await keepFriend(page, Date.now())).ok;
	} catch (error) {
		// An invitation that nobody took; a game that was played stays as it was last seen.
		const isGone = error instanceof ApiFailure && error.code === 'no-such-game';
		if (isGone && !keptGame(id)?.snapshot.moves.length) forgetGame(id);
		return false;
	}
}
