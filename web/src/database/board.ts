/** Boards that a page resumes: a local game, a game by link as last seen, a free analysis board. */

import type { GamePage } from '../protocol';
import type { RecordedGame } from '../records/record';
import type { Side, VariantId } from '../rules/variant';
import type { GameRecord } from './gameRecord';

export type State = 'going' | 'over';

/** A saved analysis; `at` is a node number of the record. */
export interface KeptAnalysis {
	record: RecordedGame;
	at: number;
	bottom: Side;
}

export type Board =
	| { kind: 'local'; record: GameRecord }
	| { kind: 'friend'; page: GamePage }
	| { kind: 'free'; analysis: KeptAnalysis };

export interface Draft {
	id: string;
	/** Revision that the write is based on: 0 for a new board, null if the database could not be read. */
	base: number | null;
	/** The preceding write, if the database may have it unknown to this page. */
	after: string | null;
	/** Idempotency key. */
	write: string;
	at: number;
	board: Board;
	/** Based on a game without moves, which another page may have deleted since. */
	unbegun?: boolean;
}

export interface KeptBoard {
	id: string;
	kind: Board['kind'];
	state: State;
	revision: number;
	write: string;
	at: number;
	board: Board;
}

export function stateOf(board: Board): State {
	if (board.kind === 'local') return board.record.outcome ? 'over' : 'going';
	return board.kind === 'friend' && board.page.snapshot.status === 'ended' ? 'over' : 'going';
}

/** Returns `true` for a local game without moves, which no list shows. */
export function isUnbegun(board: Board | undefined): boolean {
	return board?.kind === 'local' && board.record.moves.length === 0;
}

export function freeBoard(game: VariantId): string {
	return `free.${game}`;
}

/**
 * Optimistic concurrency: a write replaces only the revision it is based on. Without a base the later write wins, but
 * an unfinished game never replaces a finished one, nor an analysis anything. The server orders games by link.
 */
export function mayReplace({ base, after, at, board, unbegun }: Draft, kept: KeptBoard | undefined): boolean {
	if (board.kind === 'friend' && kept?.board.kind === 'friend')
		return board.page.snapshot.seq >= kept.board.page.snapshot.seq;
	if (after !== null && kept?.write === after) return true;
	if (!kept && unbegun) return true;
	if (base !== null) return (kept?.revision ?? 0) === base;
	if (!kept) return true;
	return board.kind !== 'free' && kept.at < at && (kept.state === 'going' || stateOf(board) === 'over');
}
