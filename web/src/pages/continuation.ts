/** Own game that continues a viewed one. */

import type { GameHistory } from '../board/gameHistory.svelte';
import type { GameRecord, Opponent } from '../database/gameRecord';
import { newRecord } from '../session/new';

/** Keeps the moves so far, because repetitions count from the start. */
export function continuationOf(history: GameHistory, opponent: Opponent, now: number): GameRecord {
	const clock = { kind: 'none' } as const;
	const { game, start, rulesSet } = history;
	const moves = history.now.moves.slice(0, history.shown.ply);
	const record = newRecord({ game, start, rules: rulesSet, opponent, clock }, now);
	return { ...record, moves };
}
