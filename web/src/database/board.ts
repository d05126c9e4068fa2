/** What a page goes on with: a game of this browser, a game by link as it was last seen, a free analysis board. */
import type { Side, VariantId } from '../games/variant';
import type { GamePage } from '../protocol';
import type { RecordedGame } from '../records/record';
import type { GameRecord } from '../store/records';

export type State = 'going' | 'over';

/** An analysis between visits: the record, and the node that was looked at by its number there. */
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
	/** The revision it was made from, 0 for a new board; null where the database could not be asked. */
	base: number | null;
	/** The write before it, where the database may have that one without this page's knowing. */
	after: string | null;
	/** Identifies this write: what arrives twice is written once. */
	write: string;
	/** Milliseconds since 1970. */
	at: number;
	board: Board;
	/** Made from a game that nobody had begun: another page may have forgotten that one since. */
	unbegun?: boolean;
}

export interface KeptBoard {
	id: string;
	kind: Board['kind'];
	state: State;
	/** Raised by each write. */
	revision: number;
	write: string;
	at: number;
	board: Board;
}

export function stateOf(board: Board): State {
	if (board.kind === 'local') return board.record.outcome ? 'over' : 'going';
	return board.kind === 'friend' && board.page.snapshot.status === 'ended' ? 'over' : 'going';
}

/** A game of this browser that nobody has begun: no list shows it. */
export function isUnbegun(board: Board | undefined): boolean {
	return board?.kind === 'local' && board.record.moves.length === 0;
}

/** The id of the analysis board that belongs to no game: one for each kind of game. */
export function freeBoard(game: VariantId): string {
	return `free.${game}`;
}

/**
 * A write replaces the revision it was made from, and no other. Without one the later write counts, but nothing
 * unfinished replaces a finished game, and nothing an analysis. Of a game by link the server's order counts.
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
