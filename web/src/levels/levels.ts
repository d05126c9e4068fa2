/** Engine levels: numbered with a measured rating, or full strength. */
import table from 'virtual:levels';
import type { VariantId } from '../rules/variant';
import type { LevelInfo } from '../wasm/engine/engine';

export type Level = 'full' | `${number}`;

/** Level for children: captures only sometimes and avoids mate. */
export const CHILDREN: Level = '0';
/** The weakest level that plays to win. */
export const EASY: Level = '1';

/** Levels, weakest first. */
export function levelsOf(game: VariantId): readonly LevelInfo[] {
	return table[game];
}

/** Undefined at full strength. */
export function measured(game: VariantId, level: Level): LevelInfo | undefined {
	return levelsOf(game).find((one) => one.level === level);
}

/** Reads a stored level; older versions wrote `easy` and `middle`. Invalid values become `EASY`. */
export function readLevel(game: VariantId, value: unknown): Level {
	if (value === 'full') return value;
	// As the engine reads the word: two thirds of the way up from level 0.
	if (value === 'middle') return `${Math.max(1, Math.floor(((levelsOf(game).length - 1) * 2) / 3))}`;
	return levelsOf(game).find(({ level }) => level === value)?.level ?? EASY;
}
