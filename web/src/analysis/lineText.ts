import { afterNullMove } from '../rules/positionText';
import type { Analysis } from './analysis.svelte';
import type { Analyst } from './analyst.svelte';
import { valueText } from './values';

/** Texts from the shown position, or from the null move before a threat. */
export function engineLineTexts(session: Analysis, threat: boolean, moves: readonly string[]): readonly string[] {
	const { position } = session.history.now;
	return threat ? session.textsFrom(afterNullMove(session.game, position), moves) : session.textsAfter(moves);
}

/** More moves than fit in the status line of a phone. */
const SHOWN = 6;

/** Value and first moves of the best line; null without one. */
export function bestLine(session: Analysis, { on, shown, threat }: Analyst): string | null {
	const best = on ? shown?.lines[0] : undefined;
	if (!best || best.moves.length === 0) return null;
	return [valueText(session.game, best.value), ...engineLineTexts(session, threat, best.moves.slice(0, SHOWN))].join(
		'  ',
	);
}
