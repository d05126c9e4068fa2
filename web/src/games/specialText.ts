/** Texts of the settings in which a game differs from the usual ones. */

import { labelled } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { GameSettings } from '../protocol';
import type { RulesModule } from '../rules/module';
import { handicapName } from './handicapNames';
import { changedRules, rulesText } from './rules';
import type { Rules } from './ruleValues';

export function startText(handicap: string | null, fromPosition: boolean): string[] {
	if (handicap !== null) return [labelled(m.new_handicap(), handicapName(handicap))];
	return fromPosition ? [m.lobby_position()] : [];
}

function isFromPosition(module: RulesModule, { game, start }: GameSettings): boolean {
	const usual = new module.Game(game, '', {});
	const differs = usual.state().position !== start;
	usual.free();
	return differs;
}

/** Rules and start position are left out while the rules module is not loaded. */
export function specialText(module: RulesModule | undefined, settings: GameSettings): string[] {
	const { game, handicap, rules } = settings;
	// Rated games have the usual start.
	if (settings.rated && !module) return [m.rated_game()];
	if (!module) return startText(handicap, false);
	const changed = changedRules(module.gameSpec(game).rules as Rules, rules as Rules);
	const start = settings.rated ? [m.rated_game()] : startText(handicap, isFromPosition(module, settings));
	return [...start, ...rulesText(game, changed)];
}
