/** A line of the engine as it is written. */
import { afterNullMove } from '../rules/positionText';
import type { Analysis } from './analysis.svelte';
import type { Analyst } from './analyst.svelte';
import { valueText } from './values';

/** The moves of a line from the position shown; of what threatens, after a null move. */
export function lineTexts(session: Analysis, threat: boolean, moves: readonly string[]): readonly string[] {
	const { position } = session.history.now;
	return threat ? session.textsFrom(afterNullMove(session.game, position), moves) : session.textsAfter(moves);
}

/** More than fits in one line of a phone. */
const SHOWN = 6;

/** Value and first moves of the best line; null while there is none. */
export function bestLine(session: Analysis, { on, shown, threat }: Analyst): string | null {
	const best = on ? shown?.lines[0] : undefined;
	if (!best || best.moves.length === 0) return null;
	return [
		valueText(session.game, best.value),
		...lineTexts(session, threat, best.moves.slice(0, SHOWN)),
	].join('  ');
}
