/** How strong the computer plays: numbered levels with a measured rating, the same in every game, and full strength. */
import table from 'virtual:levels';
import type { GameId } from '../games/game';

export type Level = 'full' | `${number}`;

/** A numbered level of one game, as the engine describes it. */
export interface NumberedLevel {
	level: `${number}`;
	/** In Elo; a player that looks two plies ahead has 1000. */
	rating: number;
	/** The same as a grade: `number` kyu or `number` dan. */
	grade: 'kyu' | 'dan';
	number: number;
}

export const GENTLEST: Level = '1';

/** The weakest first. */
export function levelsOf(game: GameId): readonly NumberedLevel[] {
	return table[game];
}

/** Nothing at full strength. */
export function measured(game: GameId, level: Level): NumberedLevel | undefined {
	return levelsOf(game).find((one) => one.level === level);
}

/** A level that was stored: by earlier pages as `easy`, `middle` or `full`. What is none is the gentlest. */
export function readLevel(game: GameId, value: unknown): Level {
	if (value === 'full') return value;
	// Two thirds of the way up, as the engine understands the word.
	if (value === 'middle') return `${Math.max(1, Math.floor((levelsOf(game).length * 2) / 3))}`;
	return levelsOf(game).find(({ level }) => level === value)?.level ?? GENTLEST;
}
