/** Analyses and the database of games: opened from it, kept in it. */
import { imported } from '../database/files';
import { getGame, putGame, type StoredGame } from '../database/games';
import type { GameId } from '../games/game';
import { recordOfSession } from '../records/ofSession';
import type { RecordedGame } from '../records/record';
import type { GameSpec } from '../rules/module';
import type { Session } from '../session/session';
import { newRecordId } from '../store/records';
import { keepBoard } from './keep';

export function addressOf(game: GameId, id?: string): string {
	return id === undefined ? `/analysis/${game}` : `/analysis/${game}/${encodeURIComponent(id)}`;
}

/** Keeps a record as a game and answers with its address; where nothing can be kept, it goes on the game's board. */
async function keptAs(game: StoredGame): Promise<string> {
	const kept = await putGame(game);
	if (kept.ok) return addressOf(game.game, game.id);
	keepBoard(game.game, { record: game.record, at: 0, bottom: 'first' });
	return addressOf(game.game);
}

/** The address where a game of the page is analysed: that of the database, if it has the game. */
export async function analysisOf(session: Session, spec: GameSpec): Promise<string> {
	if (session.id) {
		const known = await getGame(session.id);
		if (known.ok && known.value) return addressOf(session.game, session.id);
	}
	const made = imported(recordOfSession(session, spec), Date.now());
	const known = await getGame(made.id);
	if (known.ok && known.value) return addressOf(session.game, made.id);
	return keptAs(session.id ? { ...made, id: session.id } : made);
}

/** The address where a record is analysed that was opened from a file or pasted. */
export async function analysisOfRecord(record: RecordedGame): Promise<string> {
	const made = imported(record, Date.now());
	const known = await getGame(made.id);
	return known.ok && known.value ? addressOf(record.game as GameId, made.id) : keptAs(made);
}

/** Puts what stands on a board among the games, so that the board can be used anew. Whether that worked. */
export async function putAside(record: RecordedGame): Promise<boolean> {
	const made = imported(record, Date.now());
	const kept = await putGame({ ...made, id: newRecordId(), kind: 'analysis' });
	return kept.ok;
}
