/** Opening of games for analysis, and saving of analyses. */
import { imported } from '../database/files';
import { getGame, putGame, putGames, putRecord, type StoredGame } from '../database/games';
import { aside, withNotes } from '../database/notes';
import type { Stored } from '../database/open';
import { mainMoves } from '../records/mainLine';
import type { RecordedGame } from '../records/record';
import type { VariantSpec } from '../rules/module';
import type { VariantId } from '../rules/variant';
import { recordOfSession } from './record';
import type { Session } from './session';
import { waitForBoard } from './waitingRecord';

export function addressOf(game: VariantId, id?: string): string {
	return id === undefined ? `/analysis/${game}` : `/analysis/${game}/${encodeURIComponent(id)}`;
}

/** Saves a record as a game and returns its address; if storage fails, the record waits for the board. */
async function keptAs(game: StoredGame): Promise<string> {
	const kept = await putGame(game);
	if (kept.ok) return addressOf(game.game, game.id);
	waitForBoard(game.record);
	return addressOf(game.game);
}

/** Returns `true` if the moves are a prefix of the others. */
function begin(moves: readonly string[], others: readonly string[]): boolean {
	return moves.length <= others.length && moves.every((move, ply) => move === others[ply]);
}

/** Writes that bring the stored game up to the page's; its notes stay. */
function goneOn(known: StoredGame, { record, outcome }: StoredGame, at: number): StoredGame[] {
	const [now, then] = [mainMoves(record.nodes), mainMoves(known.record.nodes)];
	// The longer stored game may have moves added on the board.
	if (begin(now, then) && (now.length < then.length || !outcome)) return [];
	const game = { ...known, record, outcome, updatedAt: at };
	if (begin(then, now)) return withNotes(game, known);
	return [game, aside(known, known.updatedAt)];
}

/** Analysis address of the page's game, of its stored copy if there is one. */
export async function analysisOf(session: Session, spec: VariantSpec): Promise<string> {
	const at = Date.now();
	const made = imported(recordOfSession(session, spec), at);
	if (session.id) {
		const known = await getGame(session.id);
		if (known.ok && known.value) {
			const games = goneOn(known.value, made, at);
			const kept = games.length === 0 || (await putGames(games)).ok;
			if (!kept) waitForBoard(made.record);
			return addressOf(session.game, kept ? session.id : undefined);
		}
	}
	const known = await getGame(made.id);
	if (known.ok && known.value) return addressOf(session.game, made.id);
	return keptAs(session.id ? { ...made, id: session.id } : made);
}

export async function analysisOfRecord(record: RecordedGame): Promise<string> {
	const made = imported(record, Date.now());
	const known = await getGame(made.id);
	return known.ok && known.value ? addressOf(record.game as VariantId, made.id) : keptAs(made);
}

/** Saves the record and returns the stored game. If another page wrote first, the record becomes a game of its own. */
export async function keepGame(
	loaded: StoredGame,
	record: RecordedGame,
	updatedAt: number,
): Promise<Stored<StoredGame>> {
	const kept = await putRecord({ ...loaded, record, updatedAt });
	if (!kept.ok) return kept;
	if (kept.value) return { ok: true, value: kept.value };
	const known = await getGame(loaded.id);
	// A write of the page that was left has completed meanwhile.
	if (known.ok && known.value && JSON.stringify(known.value.record) === JSON.stringify(record)) {
		return { ok: true, value: known.value };
	}
	const name = known.ok && known.value ? known.value.name : loaded.name;
	const beside = aside({ ...loaded, name, record }, updatedAt);
	const put = await putGame(beside);
	return put.ok ? { ok: true, value: { ...beside, revision: 1 } } : put;
}
