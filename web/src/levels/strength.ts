/** Three words for how strong the computer plays, for those who have not met its levels yet. */
import type { VariantId } from '../games/variant';
import { CHILDREN, EASY, type Level, levelsOf } from './levels';

export const STRENGTHS = ['beginner', 'casual', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** The rating from which a level goes by the word; a player that looks two plies ahead has 1000. */
const FROM: Record<Strength, number> = { beginner: 0, casual: 1000, strong: 1800 };

/** The weakest level that the word fits; the strongest where no rating reaches that far. */
export function levelOf(game: VariantId, strength: Strength): Level {
	const levels = levelsOf(game).filter(({ level }) => level !== CHILDREN);
	const fits = levels.find(({ rating }) => rating >= FROM[strength]) ?? levels.at(-1);
	return (fits?.level ?? EASY) as Level;
}

/** The word for a level, if it is one of the three. */
export function strengthOf(game: VariantId, level: Level): Strength | null {
	return STRENGTHS.find((strength) => levelOf(game, strength) === level) ?? null;
}
