import type { VariantId } from '../rules/variant';

export interface Line {
	id: string;
	game: VariantId;
	href: string;
	opponent: string;
	/** Moves made, as the variant counts them. */
	moves: number;
	note: string;
	mine: boolean;
	at: number;
	forget?: () => void;
}

export function mostUrgentFirst<T extends Pick<Line, 'mine' | 'at'>>(lines: readonly T[]): T[] {
	return lines.toSorted((a, b) => Number(b.mine) - Number(a.mine) || b.at - a.at);
}

const SHOWN = 4;

/** A compact list is not cut for a single entry. */
export function shownOf<T>(lines: readonly T[], all: boolean): readonly T[] {
	return all || lines.length <= SHOWN + 1 ? lines : lines.slice(0, SHOWN);
}
