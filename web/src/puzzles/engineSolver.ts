/** Solver in the engine's Worker, shared by all puzzles until the page is left. */
import { Engine } from '../engine/engine';
import type { Solver } from './solver';

const MATE_MS = 2_500;
const SEARCH_MS = 700;

export interface EngineSolver extends Solver {
	/** Starts the Worker ahead of the first request. */
	warm(): void;
	end(): void;
}

export function engineSolver(): EngineSolver {
	const engine = new Engine();
	return {
		warm: () => engine.warm(),
		end: () => engine.end(),
		async defend({ game, position, moves }, plies) {
			const limit = plies === null ? {} : { plies };
			const answer = await engine.defendMate({
				game,
				position,
				moves: [...moves],
				...limit,
				timeMs: MATE_MS,
			});
			return { move: answer.move, result: answer.result, plies: answer.plies ?? Number.POSITIVE_INFINITY };
		},
		async mate({ game, position, moves }, plies) {
			const answer = await engine.solveMate({ game, position, moves: [...moves], plies, timeMs: MATE_MS });
			return answer.result === 'mate' ? answer.line : [];
		},
		async search({ game, position, moves }) {
			const { move, win } = await engine.search({ game, position, moves: [...moves], moveTimeMs: SEARCH_MS });
			return { move, win };
		},
	};
}
