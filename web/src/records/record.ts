/** A game record as the page holds it: headers, start, and all moves with their variations, in one flat list. */
import type { GameId, Side } from '../games/game';

/** How a recorded game ended; `reason` is a word of the records module. */
export interface RecordEnd {
	reason: string;
	winner: Side | null;
	/** The text of the record, where the reason is none of the known ones. */
	text?: string;
}

export interface RecordNode {
	/** Index of the node before; -1 for the first node, which is the start and has no move. */
	parent: number;
	/** Canonical text, as everywhere on the page. Absent at the start and at an end. */
	move?: string;
	/** The end of the game: such a node has no children. */
	end?: RecordEnd;
	/** Comment after the move; may have several lines. */
	comment?: string;
	/** Comment before the first move of a variation. */
	commentBefore?: string;
	/** Numeric annotation glyphs of PGN: 1 is `!`, 2 is `?`. */
	nags?: number[];
	bookmark?: string;
	/** Time spent on the move and left after it, milliseconds. */
	spentMs?: number;
	clockMs?: number;
	/** Positive is good for the first side: hundredths of a pawn, or moves to mate. */
	eval?: { cp: number } | { mate: number };
	/** Arrows (`from` other than `to`) and circles drawn on the position; a piece in hand is a letter with a star, `P*`. */
	shapes?: RecordShape[];
}

export interface RecordShape {
	from: string;
	to: string;
	color: 'green' | 'red' | 'blue' | 'yellow';
}

export interface RecordedGame {
	game: GameId;
	/** Position text of the start. */
	start: string;
	/** In the order of the record: PGN's names where PGN has one, as `White`, `Black`, `Event`, `Date`. */
	headers: [name: string, value: string][];
	/** The rules, where the record says them. */
	rules: Record<string, string> | null;
	/** Parents before children; the children of a node in their order, the main line first. */
	nodes: RecordNode[];
}
