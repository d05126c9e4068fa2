/** Summary of a choice, as on the button that repeats it. */

import { clockText } from '../clock/clockText';
import { clockSettings } from '../clock/form';
import { handicapName } from '../games/handicapNames';
import { rulesText } from '../games/rules';
import { levelName } from '../levels/levelText';
import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';
import { asksForHelp, type GameChoice, mayBeRated } from './lastChoice';

export function choiceText(game: VariantId, choice: GameChoice): string {
	const { opponent, level, clock, handicap, rules } = choice;
	const whom = {
		computer: () => levelName(level),
		device: m.new_opponent_device,
		friend: m.new_opponent_friend,
	};
	const settings = clockSettings(clock);
	const time = settings && settings.kind !== 'none' ? [clockText(settings)] : [];
	const odds = handicap ? [handicapName(handicap)] : [];
	const help = asksForHelp(choice) && choice.help ? [m.new_help()] : [];
	const open = opponent === 'friend' && choice.open ? [m.new_open()] : [];
	const rated = choice.rated && mayBeRated(choice, '') ? [m.rated_game()] : [];
	return [whom[opponent](), ...open, ...rated, ...odds, ...time, ...help, ...rulesText(game, rules)].join(' · ');
}
