/**
 * Migration of games from local storage, where earlier versions kept them, to the database. An entry leaves local
 * storage after the transaction with its game has completed.
 */
import { isVariantId, VARIANT_IDS } from '../rules/variant';
import { noteFinished } from '../store/finishedVariants';
import { keysWith, readJson, removeKey } from '../store/storage';
import { type Draft, freeBoard } from './board';
import { readAnalysis, readGamePage, readRecord } from './schemas';

const GAME = 'komadai.game.';
const FRIEND = 'komadai.friend.';
const ANALYSIS = 'komadai.analysis.';

export interface Earlier {
	key: string;
	draft: Draft;
}

function draftOf(id: string, at: number, board: Draft['board']): Draft {
	return { id, base: null, after: null, write: `earlier-${id}-${at}`, at, board };
}

function readEarlier(key: string): Draft | null {
	const value = readJson(key);
	if (key.startsWith(GAME)) {
		const record = readRecord(value);
		return record ? draftOf(record.id, record.updatedAt, { kind: 'local', record }) : null;
	}
	if (key.startsWith(FRIEND)) {
		const { page: kept, seenAt } = (value ?? {}) as { page?: unknown; seenAt?: unknown };
		const page = readGamePage(kept);
		return page ? draftOf(page.snapshot.id, Number(seenAt) || 0, { kind: 'friend', page }) : null;
	}
	const game = key.slice(ANALYSIS.length);
	const analysis = isVariantId(game) ? readAnalysis(value, game) : null;
	// Without a date, any board of the database is newer.
	return analysis && isVariantId(game) ? draftOf(freeBoard(game), 0, { kind: 'free', analysis }) : null;
}

export function earlierBoards(): Earlier[] {
	const keys = [...keysWith(GAME), ...keysWith(FRIEND), ...VARIANT_IDS.map((game) => ANALYSIS + game)];
	return keys.flatMap((key) => {
		const draft = readEarlier(key);
		return draft ? [{ key, draft }] : [];
	});
}

/** Call after the transaction with the game has completed. */
export function forgetEarlier({ key, draft: { board } }: Earlier): void {
	if (board.kind === 'local' && board.record.outcome) noteFinished(board.record.game);
	removeKey(key);
}

/** Returns `true` if an unreadable entry has this id; it stays in local storage. */
export function isDamagedEarlier(id: string): boolean {
	return [GAME, FRIEND].some((prefix) => {
		const value = readJson(prefix + id);
		return value !== undefined && readEarlier(prefix + id) === null;
	});
}
