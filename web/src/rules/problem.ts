/** Mate problems: positions in which one king, mostly the attacker's, is missing. */

import { type Game, isKomadaiError, type RulesModule } from './module';
import type { VariantId } from './variant';

/** `true` if one king is missing. The name of a start position has both. */
export function isProblem(position: string): boolean {
	const [board = ''] = position.trim().split(/[\s[]/);
	return board.includes('/') && board.includes('K') !== board.includes('k');
}

export function openGame(
	rules: RulesModule,
	game: VariantId,
	start: string,
	moves: readonly string[],
	ruleSet: Record<string, string> = {},
): Game {
	return rules.Game.replay(game, start, [...moves], ruleSet, isProblem(start));
}

/** Canonical text of a position in which a king may be missing. Throws a `KomadaiError`. */
export function checkSetup(rules: RulesModule, game: VariantId, text: string): string {
	try {
		return rules.checkPosition(game, text);
	} catch (error) {
		if (!isKomadaiError(error) || !isProblem(text)) throw error;
		const opened = openGame(rules, game, text, []);
		const { position } = opened.state();
		opened.free();
		return position;
	}
}
