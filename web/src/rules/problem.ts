/** Mate problems: positions in which one side, mostly who mates, has no king. */
import type { VariantId } from '../games/variant';
import { type Game, isKomadaiError, type RulesModule } from './module';

/** Whether one king is missing in a position text; a start by its name has both. */
export function isProblem(position: string): boolean {
	const [board = ''] = position.trim().split(/[\s[]/);
	return board.includes('/') && board.includes('K') !== board.includes('k');
}

/** A game from a start, which may be that of a problem, after these moves. */
export function openGame(
	rules: RulesModule,
	game: VariantId,
	start: string,
	moves: readonly string[],
	ruleSet: Record<string, string> = {},
): Game {
	return rules.Game.replay(game, start, [...moves], ruleSet, isProblem(start));
}

/** A position as its canonical text, for a board on which problems may stand; throws the rules' error. */
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
