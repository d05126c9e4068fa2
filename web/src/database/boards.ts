/** Boards in the database: read, compared and written in one transaction with the list entry of their game. */
import { mainMoves } from '../records/mainLine';
import type { RecordedGame } from '../records/record';
import type { RulesModule } from '../rules/module';
import { type Board, type Draft, type KeptBoard, mayReplace, type State, stateOf } from './board';
import { tell } from './channel';
import { gameOf } from './conversion';
import { imported } from './files';
import { newRecordId } from './gameRecord';
import { entryOf, gameIn, putGame, rulesIfThere, type StoredGame, writeGame, writing } from './games';
import { withNotes } from './notes';
import { changeDatabase, readDatabase, type Stored, type Writing } from './open';
import { readBoard } from './schemas';

/** The stored board, or `refused` if another page wrote first. */
export type Written = KeptBoard | 'refused';

function movesOf(board: Board | undefined): string {
	return board?.kind === 'local' ? `${board.record.moves.join()} ${board.record.outcome?.reason}` : '';
}

/** Writes the list entry where the moves have changed; notes of the analysis board stay. */
async function writeShown(
	all: Writing,
	rules: RulesModule | null,
	game: StoredGame,
	isNewPlay: boolean,
): Promise<void> {
	const before = await gameIn(all, game.id);
	const made = isNewPlay || !before ? withNotes(game, before) : [];
	for (const one of made) await writeGame(all, entryOf(rules, one));
	const entry = made.length === 0 ? await all.objectStore('games').get(game.id) : undefined;
	if (!entry) return;
	// Unchanged moves do not bring a game back to the home page.
	const { state, home } = isNewPlay ? game : { ...entry, state: game.state };
	await all.objectStore('games').put({ ...entry, state, ...(home ? { home } : {}) });
}

async function write(all: Writing, rules: RulesModule | null, draft: Draft): Promise<Written> {
	const { id, at, board } = draft;
	const boards = all.objectStore('boards');
	const kept = readBoard(await boards.get(id));
	if (kept?.write === draft.write) return kept;
	if (!mayReplace(draft, kept)) return 'refused';
	// Revisions of a deleted game go on counting, since other pages may still hold it.
	const revision = Math.max(kept?.revision ?? 0, draft.base ?? 0) + 1;
	const next: KeptBoard = {
		id,
		kind: board.kind,
		state: stateOf(board),
		revision,
		write: draft.write,
		at,
		board,
	};
	await boards.put(next);
	const isNewPlay = board.kind === 'friend' || movesOf(board) !== movesOf(kept?.board);
	const game = gameOf(rules, board, at) ?? (await takenBack(all, board));
	if (game) await writeShown(all, rules, game, isNewPlay);
	return next;
}

/** Deletes the list entry of a game whose only move was taken back. */
async function takenBack(all: Writing, board: Board): Promise<null> {
	if (board.kind !== 'local' || board.record.moves.length > 0) return null;
	const before = await gameIn(all, board.record.id);
	if (!before || mainMoves(before.record.nodes).length > 1) return null;
	for (const name of ['games', 'records', 'lines'] as const) await all.objectStore(name).delete(board.record.id);
	return null;
}

/** Writes boards in one transaction; results are in the order of `drafts`. */
export async function commitBoards(drafts: readonly Draft[]): Promise<Stored<Written[]>> {
	const rules = drafts.some(({ board }) => board.kind === 'local') ? await rulesIfThere() : null;
	return changeDatabase(async (db) => {
		const written = await writing(db, async (all) => {
			const each: Written[] = [];
			for (const draft of drafts) each.push(await write(all, rules, draft));
			return each;
		});
		const ids = drafts.map(({ id }) => id).filter((_, index) => written[index] !== 'refused');
		if (ids.length > 0) tell(ids);
		return written;
	});
}

export async function getBoard(id: string): Promise<Stored<KeptBoard | 'damaged' | undefined>> {
	return readDatabase(async (db) => {
		const value = await db.get('boards', id);
		return value && (readBoard(value) ?? 'damaged');
	});
}

export async function boardsOf(kind: Board['kind'], state: State): Promise<KeptBoard[]> {
	const found = await readDatabase((db) => db.getAllFromIndex('boards', 'state', [kind, state]));
	return found.ok ? found.value.map(readBoard).filter((board) => board !== undefined) : [];
}

export async function deleteBoard(id: string): Promise<void> {
	await changeDatabase((db) => db.delete('boards', id));
}

/** Moves an analysis to My games, to free its board. */
export async function putAside(record: RecordedGame): Promise<Stored<void>> {
	const made = imported(record, Date.now());
	return putGame({ ...made, id: newRecordId(), kind: 'analysis' });
}
