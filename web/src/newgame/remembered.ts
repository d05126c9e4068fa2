/** The last choices on the new-game page, so that the next game is one click away. */
import { type ClockForm, clockSettings, defaultClock } from '../clock/form';
import type { GameId } from '../games/game';
import { type Level, readLevel } from '../levels/levels';
import { readJson, writeJson } from '../store/storage';

export const OPPONENTS = ['computer', 'device', 'friend'] as const;
export type OpponentKind = (typeof OPPONENTS)[number];

export interface Remembered {
	opponent: OpponentKind;
	level: Level;
	clock: ClockForm;
}

const key = (game: GameId) => `komadai.new.${game}`;

export function parseRemembered(game: GameId, value: unknown): Remembered {
	const given = (typeof value === 'object' && value !== null ? value : {}) as Partial<Remembered>;
	const clock = { ...defaultClock(game), ...given.clock };
	let usable = false;
	try {
		usable = clockSettings(clock) !== null;
	} catch {
		// Something else than a clock was stored.
	}
	return {
		opponent: OPPONENTS.find((one) => one === given.opponent) ?? 'computer',
		level: readLevel(game, given.level),
		clock: usable ? clock : defaultClock(game),
	};
}

export function loadRemembered(game: GameId): Remembered {
	return parseRemembered(game, readJson(key(game)));
}

export function remember(game: GameId, choice: Remembered): void {
	writeJson(key(game), choice);
}
