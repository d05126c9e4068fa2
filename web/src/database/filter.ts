import type { VariantId } from '../rules/variant';
import type { GameEntry, GameKind } from './games';

export type ResultFilter = 'won' | 'lost' | 'draw' | 'open';

export interface GameFilter {
	game: VariantId | '';
	kind: GameKind | '';
	result: ResultFilter | '';
	/** Values of date fields (`2026-11-23`), both included. */
	from: string;
	to: string;
	/** Substring of a player's or the game's name. */
	text: string;
}

export const NO_FILTER: GameFilter = { game: '', kind: '', result: '', from: '', to: '', text: '' };

/** Result for the owner; undefined if a side won that is not the owner's. */
export function resultOf({ outcome, you }: Pick<GameEntry, 'outcome' | 'you'>): ResultFilter | undefined {
	if (!outcome) return 'open';
	if (outcome.winner === null) return 'draw';
	if (you === null) return undefined;
	return outcome.winner === you ? 'won' : 'lost';
}

/** First and last millisecond of the local days; an empty field is no limit. */
function days({ from, to }: GameFilter): [number, number] {
	const first = Date.parse(`${from}T00:00:00`);
	const last = Date.parse(`${to}T23:59:59.999`);
	return [Number.isNaN(first) ? -Infinity : first, Number.isNaN(last) ? Infinity : last];
}

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
