/**
 * A player's rating at puzzles by Glicko-2, after Mark E. Glickman, "Example of the Glicko-2 system" (2013): how
 * strong, how sure that is, and how much results vary. Every puzzle is a rating period of its own with one game.
 */
import rate from 'glicko2-lite';

export interface Rating {
	/** On the Glicko scale, where 1500 is where everybody begins. */
	rating: number;
	/** Rating deviation: with 95 % the true strength is within two of it. */
	deviation: number;
	volatility: number;
}

export interface Game {
	/** The opponent's. */
	rating: number;
	deviation: number;
	/** 1 for a win, 0 for a loss. */
	score: number;
}

export const BEGINNER: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };
/** The deviation of a puzzle: its rating comes from the effort of a program, not from people. */
const PUZZLE_DEVIATION = 90;
/** Nobody is known so well that nothing changes any more. */
const MIN_DEVIATION = 45;
/**
 * One result changes a rating by no more than this. For a beginner nearly everything is a surprise, and one puzzle that is
 * missed by a slip would cost several hundred points.
 */
export const MAX_CHANGE = 150;
/** How much a volatility may change: what the paper takes for its example. */
const TAU = 0.5;

/** The rating after a period with these games. */
export function afterGames({ rating, deviation, volatility }: Rating, games: readonly Game[]): Rating {
	const played = games.map((game): [number, number, number] => [game.rating, game.deviation, game.score]);
	const next = rate(rating, deviation, volatility, played, { tau: TAU });
	return { rating: next.rating, deviation: next.rd, volatility: next.vol };
}

/** The rating after one puzzle. */
export function afterPuzzle(player: Rating, puzzle: { rating: number }, solved: boolean): Rating {
	const game = { rating: puzzle.rating, deviation: PUZZLE_DEVIATION, score: solved ? 1 : 0 };
	const next = afterGames(player, [game]);
	const change = Math.min(MAX_CHANGE, Math.max(-MAX_CHANGE, next.rating - player.rating));
	return { ...next, rating: player.rating + change, deviation: Math.max(MIN_DEVIATION, next.deviation) };
}

/** How sure a rating must be to be shown without a question mark. */
export const SURE = 110;

export function ratingText({ rating, deviation }: Pick<Rating, 'rating' | 'deviation'>): string {
	return `${Math.round(rating)}${deviation > SURE ? '?' : ''}`;
}

/** `+12`, `−150` */
export function changeText(change: number): string {
	return change < 0 ? `−${-change}` : `${change === 0 ? '±' : '+'}${change}`;
}
