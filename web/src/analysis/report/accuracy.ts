/**
 * Accuracy in percent by the formulas of lichess (<https://lichess.org/page/accuracy>): of a move from its loss of win
 * probability; of a game as the average of the harmonic mean and the volatility-weighted mean of its moves.
 */
import type { Side } from '../../rules/variant';
import type { JudgedMove } from './judgement';

/** Accuracy of a move, 0 to 100; `loss` is win probability, 0 to 1. */
export function moveAccuracy(loss: number): number {
	const percent = 103.1668 * Math.exp(-0.04354 * loss * 100) - 3.1669;
	return Math.min(100, Math.max(0, percent + 1));
}

function deviation(values: readonly number[]): number {
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/** Volatility of the win probability around each ply, in percent. */
function stakes(wins: readonly number[]): number[] {
	const plies = wins.length - 1;
	const size = Math.min(8, Math.max(2, Math.floor(plies / 10)));
	return Array.from({ length: plies }, (_, ply) => {
		const from = Math.max(0, Math.min(ply + 1 - size, wins.length - size));
		const window = wins.slice(from, from + size).map((win) => win * 100);
		return Math.min(12, Math.max(0.5, deviation(window)));
	});
}

/** Accuracy of a side in a game, 0 to 100; null without moves. `wins` are the first side's, one more than moves. */
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
