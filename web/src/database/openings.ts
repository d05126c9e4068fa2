/** Opening explorer of the games kept here. Transpositions are one position. */
import type { VariantId } from '../rules/variant';
import type { GameEntry } from './games';
import type { Line } from './line';
import { positionNumber } from './positionNumber';

export interface Results {
	games: number;
	/** Wins of each side, and draws; other games have no result. */
	first: number;
	second: number;
	draws: number;
}

export interface OpeningMove extends Results {
	move: string;
}

export interface Opening extends Results {
	/** Most frequent first. */
	moves: OpeningMove[];
}

const none = (): Results => ({ games: 0, first: 0, second: 0, draws: 0 });

function count(results: Results, { outcome }: Pick<GameEntry, 'outcome'>): void {
	results.games += 1;
	if (!outcome) return;
	if (outcome.winner === 'first') results.first += 1;
	else if (outcome.winner === 'second') results.second += 1;
	else results.draws += 1;
}

export function gamesWith(
	games: readonly GameEntry[],
	lines: ReadonlyMap<string, Line>,
	game: VariantId,
	position: string,
): GameEntry[] {
	const wanted = positionNumber(position);
	return games.filter((one) => one.game === game && lines.get(one.id)?.positions.includes(wanted));
}

/** Moves from a position. A game counts once for each of them, however often it repeats the position. */
export function openingAt(
	games: readonly GameEntry[],
	lines: ReadonlyMap<string, Line>,
	game: VariantId,
	position: string,
): Opening {
	const wanted = positionNumber(position);
	const all = none();
	const moves = new Map<string, OpeningMove>();
	for (const one of games) {
		const line = lines.get(one.id);
		if (one.game !== game || !line) continue;
		let at = line.positions.indexOf(wanted);
		if (at < 0) continue;
		count(all, one);
		const played = new Set<string>();
		const texts = line.moves.split(' ');
		for (; at >= 0; at = line.positions.indexOf(wanted, at + 1)) {
			const move = texts[at];
			if (move) played.add(move);
		}
		for (const move of played) {
			const results = moves.get(move) ?? { move, ...none() };
			moves.set(move, results);
			count(results, one);
		}
	}
	const sorted = [...moves.values()].sort((a, b) => b.games - a.games || (a.move < b.move ? -1 : 1));
	return { ...all, moves: sorted };
}
