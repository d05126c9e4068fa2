/** Whether a move of a puzzle is right, and what is answered to it. */
import type { Side } from '../games/variant';
import { type Puzzle, solverOf } from './puzzle';
import type { Asked, Solver } from './solver';

/** A move that was just made, and the position after it. */
export interface Played {
	puzzle: Puzzle;
	/** The moves before it. */
	before: readonly string[];
	move: string;
	/** It gives check. */
	check: boolean;
	/** It ends the game. */
	outcome: { winner: Side | null } | null;
}

/**
 * - `no-check`: a mate is by checks alone;
 * - `escapes`: there is no mate any more;
 * - `too-long`: there is, in more moves than the puzzle allows;
 * - `unproven`: nobody could tell in time;
 * - `drawn`: the game is over, and not won;
 * - `not-winning`, `loses`: what is asked for in tactics and in defence.
 */
export type Why = 'no-check' | 'escapes' | 'too-long' | 'unproven' | 'drawn' | 'not-winning' | 'loses';

export type Verdict =
	/** Without a reply the puzzle is solved. */
	{ kind: 'right'; reply: string | null } | { kind: 'wrong'; why: Why; reply: string | null };

/** A move beside the solution of a tactic wins as well with this many thousandths of a win, or holds in defence. */
const WINS = 900;
const HOLDS = 400;

const begins = (puzzle: Puzzle, moves: readonly string[]) =>
	moves.every((move, ply) => puzzle.moves[ply] === move);

/** The next move of the stored solution, while it is being followed. */
export function storedMove(puzzle: Puzzle, moves: readonly string[]): string | null {
	return begins(puzzle, moves) ? (puzzle.moves[moves.length] ?? null) : null;
}

/** What is clear without asking anybody; null otherwise. */
export function judgeAtOnce({ puzzle, before, move, outcome }: Played): Verdict | null {
	if (outcome)
		return outcome.winner === solverOf(puzzle)
			? { kind: 'right', reply: null }
			: { kind: 'wrong', why: 'drawn', reply: null };
	if (storedMove(puzzle, before) === move)
		return { kind: 'right', reply: storedMove(puzzle, [...before, move]) };
	const accepted = before.length === 0 && puzzle.solutions.includes(move);
	return accepted && puzzle.kind !== 'mate' ? { kind: 'right', reply: null } : null;
}

/** A mate within what is left is right; whether there is still one in more moves is asked only to say so. */
async function judgeMate({ puzzle, before, move, check }: Played, solver: Solver): Promise<Verdict> {
	/** Half-moves that are left after this one. */
	const left = puzzle.plies - before.length - 1;
	const asked = askedAfter(puzzle, before, move);
	if (check && left > 0) {
		const { move: reply, result, plies } = await solver.defend(asked, left);
		if (reply !== null && result === 'mate' && plies <= left) return { kind: 'right', reply };
		if (reply !== null && before.length === 0 && puzzle.solutions.includes(move))
			return { kind: 'right', reply };
	}
	const { move: reply, result } = await solver.defend(asked, null);
	if (!check) return { kind: 'wrong', why: 'no-check', reply };
	// Where all moves are made, a check that is no mate has an answer.
	if (left <= 0 || result === 'no-mate') return { kind: 'wrong', why: 'escapes', reply };
	return { kind: 'wrong', why: result === 'mate' ? 'too-long' : 'unproven', reply };
}

async function judgeSearched({ puzzle, before, move }: Played, solver: Solver): Promise<Verdict> {
	const { move: reply, win } = await solver.search(askedAfter(puzzle, before, move));
	const own = 1_000 - win;
	if (own >= (puzzle.kind === 'tactic' ? WINS : HOLDS)) return { kind: 'right', reply: null };
	return { kind: 'wrong', why: puzzle.kind === 'tactic' ? 'not-winning' : 'loses', reply };
}

function askedAfter({ game, position }: Puzzle, before: readonly string[], move: string): Asked {
	return { game, position, moves: [...before, move] };
}

/** Fails as the solver does. */
export async function judge(played: Played, solver: Solver): Promise<Verdict> {
	return (
		judgeAtOnce(played) ?? (await (played.puzzle.kind === 'mate' ? judgeMate : judgeSearched)(played, solver))
	);
}
