/** A game of one's own that goes on from a move of another. */
import { newRecord } from '../session/new';
import type { Table } from '../session/table.svelte';
import type { GameRecord, Opponent } from '../store/records';

/** The moves so far belong to it, because repetitions count from the start. */
export function continued(table: Table, opponent: Opponent, now: number): GameRecord {
	const clock = { kind: 'none' } as const;
	const { game, start, rulesSet } = table;
	const moves = table.now.moves.slice(0, table.shown.ply);
	const record = newRecord({ game, start, rules: rulesSet, opponent, clock }, now);
	return { ...record, moves };
}
