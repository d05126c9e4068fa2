/** The computer as a player of local and shared games. */

import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';
import { type Level, levelsOf } from './levels';
import { levelName } from './levelText';

/** The fields of a session's `Player` that say who it is. */
export interface KnownPlayer {
	name: string;
	about?: string;
	known?: string;
}

export function computerPlayer(level: Level): KnownPlayer {
	return { name: m.new_opponent_computer(), about: levelName(level), known: `computer.${level}` };
}

export function knownPlayer(game: VariantId, known: string): KnownPlayer {
	const [, level] = /^computer\.(.+)$/.exec(known) ?? [];
	const found = level === 'full' ? level : levelsOf(game).find((one) => one.level === level)?.level;
	return found ? computerPlayer(found as Level) : { name: known, known };
}
