/** Turns what was chosen for a new game into a record. */
import { type ClockSettings, fullClocks } from '../clock/clock';
import { type GameId, other, type Side } from '../games/game';
import { type GameRecord, newRecordId, type Opponent } from '../store/records';

export interface LocalGameChoice {
	game: GameId;
	start: string;
	rules: Record<string, string>;
	opponent: Opponent;
	clock: ClockSettings;
}

export function newRecord(choice: LocalGameChoice, now: number, id = newRecordId()): GameRecord {
	return {
		version: 1,
		id,
		...choice,
		moves: [],
		clocksBefore: [],
		clocks: fullClocks(choice.clock),
		outcome: null,
		createdAt: now,
		updatedAt: now,
	};
}

/** The same game again: against the computer with sides exchanged, except when one gives odds. */
export function rematchOf(record: GameRecord, now: number): GameRecord {
	const { game, start, rules, clock } = record;
	const exchanged = start === '';
	const opponent: Opponent =
		record.opponent.kind === 'computer' && exchanged
			? { ...record.opponent, you: other(record.opponent.you) }
			: record.opponent;
	return newRecord({ game, start, rules, clock, opponent }, now);
}

export function chosenSide(choice: Side | 'random', coin: () => number = Math.random): Side {
	if (choice !== 'random') return choice;
	return coin() < 0.5 ? 'first' : 'second';
}
