/**
 * Accuracy of a side: how near its moves came to the best ones, in percent. The formulas are lichess's
 * (<https://lichess.org/page/accuracy>): a move's accuracy from the win probability it gave away, the game's from the
 * harmonic mean of its moves and from their mean weighted by how much was at stake around them.
 */
import type { Side } from '../../games/variant';
import type { JudgedMove } from './judgement';

/** Accuracy of one move, 0 to 100; `loss` of win probability from 0 to 1. */
export function moveAccuracy(loss: number): number {
	const percent = 103.1668 * Math.exp(-0.04354 * loss * 100) - 3.1669;
	return Math.min(100, Math.max(0, percent + 1));
}

function deviation(values: readonly number[]): number {
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** How much the win probability moved around each ply, in percent: what was at stake. */
function stakes(wins: readonly number[]): number[] {
	const plies = wins.length - 1;
	const size = Math.min(8, Math.max(2, Math.floor(plies / 10)));
	return Array.from({ length: plies }, (_, ply) => {
		const from = Math.max(0, Math.min(ply + 1 - size, wins.length - size));
		const window = wins.slice(from, from + size).map((win) => win * 100);
		return Math.min(12, Math.max(0.5, deviation(window)));
	});
}

/**
 * Accuracy of a side over a game, 0 to 100; null where it has no move. `wins` are the first side's win probabilities
 * from the start position on, one more than there are moves.
 */
export function accuracy(moves: readonly JudgedMove[], wins: readonly number[], side: Side): number | null {
	const weights = stakes(wins);
	const own = moves.flatMap((move, i) =>
		move.side === side ? [{ value: moveAccuracy(move.loss), weight: weights[i] ?? 0.5 }] : [],
	);
	if (own.length === 0) return null;
	const weight = own.reduce((sum, one) => sum + one.weight, 0);
	const weighted = own.reduce((sum, one) => sum + one.value * one.weight, 0) / weight;
	const harmonic = own.length / own.reduce((sum, { value }) => sum + 1 / Math.max(value, 1), 0);
	return (weighted + harmonic) / 2;
}
