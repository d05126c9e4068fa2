/**
 * Puzzle rating by Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2013). Each puzzle is a
 * rating period with one game.
 */
import rate from 'glicko2-lite';
import type { Rating } from '../database/puzzleRows';

export type { Rating };

export interface Game {
	rating: number;
	deviation: number;
	/** 1 for a win, 0 for a loss. */
	score: number;
}

export const BEGINNER: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };
/** Deviation of a puzzle: its rating is estimated from a program's effort, not from players. */
const PUZZLE_DEVIATION = 90;
/** Keeps ratings of frequent players moving. */
const MIN_DEVIATION = 45;
/** A new player's deviation is large: without a bound one slip would cost several hundred points. */
export const MAX_CHANGE = 150;
/** Constraint on the change of volatility, from the paper's example. */
const TAU = 0.5;

export function afterGames({ rating, deviation, volatility }: Rating, games: readonly Game[]): Rating {
	const played = games.map((game): [number, number, number] => [game.rating, game.deviation, game.score]);
	const next = rate(rating, deviation, volatility, played, { tau: TAU });
	return { rating: next.rating, deviation: next.rd, volatility: next.vol };
}

export function afterPuzzle(player: Rating, puzzle: { rating: number }, solved: boolean): Rating {
	const game = { rating: puzzle.rating, deviation: PUZZLE_DEVIATION, score: solved ? 1 : 0 };
	const next = afterGames(player, [game]);
	const change = Math.min(MAX_CHANGE, Math.max(-MAX_CHANGE, next.rating - player.rating));
	return { ...next, rating: player.rating + change, deviation: Math.max(MIN_DEVIATION, next.deviation) };
}

/** Deviation up to which a rating is shown without a question mark. */
export const SURE = 110;

export function ratingText({ rating, deviation }: Pick<Rating, 'rating' | 'deviation'>): string {
	return `${Math.round(rating)}${deviation > SURE ? '?' : ''}`;
}

/** `+12`, `−150` */
export function changeText(change: number): string {
	return change < 0 ? `−${-change}` : `${change === 0 ? '±' : '+'}${change}`;
}
