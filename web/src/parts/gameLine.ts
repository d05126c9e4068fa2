/** A game as one line of a list. */
import type { VariantId } from '../games/variant';

export interface Line {
	id: string;
	game: VariantId;
	href: string;
	opponent: string;
	/** Moves made, as players of the game count them. */
	moves: number;
	note: string;
	/** It is one's turn in it. */
	mine: boolean;
	/** When something last happened. */
	at: number;
	forget?: () => void;
}

/** Games in which somebody waits for one's move first, then the latest. */
export function mostUrgentFirst<T extends Pick<Line, 'mine' | 'at'>>(lines: readonly T[]): T[] {
	return lines.toSorted((a, b) => Number(b.mine) - Number(a.mine) || b.at - a.at);
}

/** So many stand in the compact list before the others have to be asked for. */
const SHOWN = 4;

/** The part of a compact list that is shown; nobody has to ask for a single one. */
export function shownOf<T>(lines: readonly T[], all: boolean): readonly T[] {
	return all || lines.length <= SHOWN + 1 ? lines : lines.slice(0, SHOWN);
}
