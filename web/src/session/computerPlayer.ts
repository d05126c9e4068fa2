/** The computer as a player of local and shared games. */

import type { VariantId } from '../games/variant';
import { type Level, levelsOf } from '../levels/levels';
import { levelName } from '../levels/levelText';
import { m } from '../paraglide/messages';
import type { Player } from './session';

export function computerPlayer(level: Level): Pick<Player, 'name' | 'about' | 'known'> {
	return { name: m.new_opponent_computer(), about: levelName(level), known: `computer.${level}` };
}

export function knownPlayer(game: VariantId, known: string): Pick<Player, 'name' | 'about' | 'known'> {
	const [, level] = /^computer\.(.+)$/.exec(known) ?? [];
	const found = level === 'full' ? level : levelsOf(game).find((one) => one.level === level)?.level;
	return found ? computerPlayer(found as Level) : { name: known, known };
}
