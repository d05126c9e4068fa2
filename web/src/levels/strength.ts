/** Engine strength in three words, for players new to the levels. */
import type { VariantId } from '../rules/variant';
import { CHILDREN, EASY, type Level, levelsOf } from './levels';

export const STRENGTHS = ['beginner', 'casual', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** Lowest rating of each word; a player that searches two plies has 1000. */
const FROM: Record<Strength, number> = { beginner: 0, casual: 1000, strong: 1800 };

/** The weakest level with that rating, or else the strongest. */
export function levelOf(game: VariantId, strength: Strength): Level {
	const levels = levelsOf(game).filter(({ level }) => level !== CHILDREN);
	const fits = levels.find(({ rating }) => rating >= FROM[strength]) ?? levels.at(-1);
	return (fits?.level ?? EASY) as Level;
}

export function strengthOf(game: VariantId, level: Level): Strength | null {
	return STRENGTHS.find((strength) => levelOf(game, strength) === level) ?? null;
}
