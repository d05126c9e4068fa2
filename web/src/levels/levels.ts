/** How strong the computer plays: numbered levels with a measured rating, the same in every game, and full strength. */
import table from 'virtual:levels';
import type { VariantId } from '../games/variant';
import type { LevelInfo } from '../wasm/engine/engine';

export type Level = 'full' | `${number}`;

/** For children: it takes what it could only sometimes, and never mates if it can help it. */
export const CHILDREN: Level = '0';
/** The weakest that plays to win. */
export const EASY: Level = '1';

/** The weakest first. */
export function levelsOf(game: VariantId): readonly LevelInfo[] {
	return table[game];
}

/** Nothing at full strength. */
export function measured(game: VariantId, level: Level): LevelInfo | undefined {
	return levelsOf(game).find((one) => one.level === level);
}

/** A level that was stored: by earlier pages as `easy`, `middle` or `full`. What is none is easy. */
export function readLevel(game: VariantId, value: unknown): Level {
	if (value === 'full') return value;
	// Two thirds of the way up from level 0, as the engine understands the word.
	if (value === 'middle') return `${Math.max(1, Math.floor(((levelsOf(game).length - 1) * 2) / 3))}`;
	return levelsOf(game).find(({ level }) => level === value)?.level ?? EASY;
}
