/** Which of the games are wanted. */
import type { VariantId } from '../games/variant';
import type { GameEntry, GameKind } from './games';

export type ResultFilter = 'won' | 'lost' | 'draw' | 'open';

export interface GameFilter {
	game: VariantId | '';
	kind: GameKind | '';
	result: ResultFilter | '';
	/** Days, as a date field gives them (`2026-11-23`), both included. */
	from: string;
	to: string;
	/** Part of a name of a player or of the game. */
	text: string;
}

export const NO_FILTER: GameFilter = { game: '', kind: '', result: '', from: '', to: '', text: '' };

/** How a game ended for whom it belongs to; undefined where a side won that is nobody's own. */
export function resultOf({ outcome, you }: Pick<GameEntry, 'outcome' | 'you'>): ResultFilter | undefined {
	if (!outcome) return 'open';
	if (outcome.winner === null) return 'draw';
	if (you === null) return undefined;
	return outcome.winner === you ? 'won' : 'lost';
}

/** The first and the last millisecond of local days; a field that is empty is no limit. */
function days({ from, to }: GameFilter): [number, number] {
	const first = Date.parse(`${from}T00:00:00`);
	const last = Date.parse(`${to}T23:59:59.999`);
	return [Number.isNaN(first) ? -Infinity : first, Number.isNaN(last) ? Infinity : last];
}

/**
 * The games a filter lets through, in their order. `namesOf` gives what is shown of a game's names, which the text
 * is looked for in.
 */
export function filtered(
	games: readonly GameEntry[],
	filter: GameFilter,
	namesOf: (game: GameEntry) => string,
): GameEntry[] {
	const [first, last] = days(filter);
	const text = filter.text.trim().toLocaleLowerCase();
	return games.filter(
		(one) =>
			(filter.game === '' || one.game === filter.game) &&
			(filter.kind === '' || one.kind === filter.kind) &&
			(filter.result === '' || resultOf(one) === filter.result) &&
			one.createdAt >= first &&
			one.createdAt <= last &&
			(text === '' || namesOf(one).toLocaleLowerCase().includes(text)),
	);
}
