/** Main line of a record, with position hashes for the search. */

import { mainMoves } from '../records/mainLine';
import type { RecordedGame } from '../records/record';
import { isKomadaiError, type RulesModule } from '../rules/module';
import { openGame } from '../rules/problem';
import type { VariantId } from '../rules/variant';
import { positionNumber } from './positionNumber';

export interface Line {
	game: VariantId;
	moves: string;
	/** Hashes of all positions, the start first (`positionNumber`). */
	positions: Float64Array;
}

/** Position texts of the main line, the start first, as far as the rules allow. */
export function positionsOf(rules: RulesModule, { game, start, rules: set, nodes }: RecordedGame): string[] {
	const moves = mainMoves(nodes);
	for (;;) {
		try {
			const replayed = openGame(rules, game, start, moves, set ?? {});
			const positions = replayed.positions();
			replayed.free();
			return positions;
		} catch (error) {
			// A record may continue after the game has ended by the rules of the page.
			const ply = isKomadaiError(error) ? (error as { ply?: number }).ply : undefined;
			if (ply === undefined || ply >= moves.length) return [];
			moves.length = ply;
		}
	}
}

export function lineOf(record: RecordedGame, positions: readonly string[]): Line {
	return {
		game: record.game,
		moves: mainMoves(record.nodes)
			.slice(0, Math.max(0, positions.length - 1))
			.join(' '),
		positions: Float64Array.from(positions, positionNumber),
	};
}
