/** The main line of a record, and its positions as numbers that can be searched quickly. */
import type { VariantId } from '../games/variant';
import { mainMoves } from '../records/mainLine';
import type { RecordedGame } from '../records/record';
import { isKomadaiError, type RulesModule } from '../rules/module';
import { openGame } from '../rules/problem';
import { positionNumber } from './positionNumber';

export interface Line {
	game: VariantId;
	/** The moves, with spaces between. */
	moves: string;
	/** A number for the start and for the position after each move (`positionNumber`). */
	positions: Float64Array;
}

/** The position texts of the main line, the start first; as far as the rules allow it. */
export function positionsOf(rules: RulesModule, { game, start, rules: set, nodes }: RecordedGame): string[] {
	const moves = mainMoves(nodes);
	for (;;) {
		try {
			const replayed = openGame(rules, game, start, moves, set ?? {});
			const positions = replayed.positions();
			replayed.free();
			return positions;
		} catch (error) {
			// Played on after an end by the rules chosen here.
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
