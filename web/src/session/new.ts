/** Records of new games. */

import { type GameRecord, newRecordId, type Opponent } from '../database/gameRecord';
import { isTossedFor, type Toss, toss } from '../furigoma/furigoma';
import type { ClockSettings } from '../protocol';
import { other, type Side, type VariantId } from '../rules/variant';

export interface LocalGameChoice {
	game: VariantId;
	start: string;
	rules: Record<string, string>;
	opponent: Opponent;
	clock: ClockSettings;
	help?: boolean;
	furigoma?: Toss;
}

export function newRecord(choice: LocalGameChoice, now: number, id = newRecordId()): GameRecord {
	return {
		version: 1,
		id,
		...choice,
		moves: [],
		clocksBefore: [],
		outcome: null,
		createdAt: now,
		updatedAt: now,
	};
}

/** Exchanges the sides against the computer, except in handicap games. */
export function rematchOf(record: GameRecord, now: number): GameRecord {
	const { game, start, rules, clock, help } = record;
	const exchanged = start === '';
	const opponent: Opponent =
		record.opponent.kind === 'computer' && exchanged
			? { ...record.opponent, you: other(record.opponent.you) }
			: record.opponent;
	const chosen = help === undefined ? {} : { help };
	return newRecord({ game, start, rules, clock, opponent, ...chosen }, now);
}

/** Draws a random side by furigoma where that is the custom, else by a coin. */
export function drawnSide(
	choice: Side | 'random',
	game: VariantId,
	handicap: boolean,
	draw: () => Toss = toss,
): { side: Side; furigoma?: Toss } {
	if (choice !== 'random') return { side: choice };
	const drawn = draw();
	return isTossedFor(game, handicap) ? { side: drawn.tosser, furigoma: drawn } : { side: drawn.tosser };
}
