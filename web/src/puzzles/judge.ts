/** Judgement of a puzzle move, and the reply to it. */
import type { Side } from '../rules/variant';
import { type Puzzle, solverOf } from './puzzle';
import type { Asked, Solver } from './solver';

export interface Played {
	puzzle: Puzzle;
	before: readonly string[];
	move: string;
	check: boolean;
	outcome: { winner: Side | null } | null;
}

/**
 * - `no-check`: the move gives no check, as every move of a mate must
 * - `too-long`: there is a mate, in more moves than the puzzle allows
 * - `unproven`: the solver ran out of time
 * - `not-winning`, `loses`: the move misses the goal of a tactic or of a defence
 */
export type Why = 'no-check' | 'escapes' | 'too-long' | 'unproven' | 'drawn' | 'not-winning' | 'loses';

export type Verdict =
	/** Without a reply the puzzle is solved. */
	{ kind: 'right'; reply: string | null } | { kind: 'wrong'; why: Why; reply: string | null };

/** Minimal score, in thousandths, of a right move off the solution: in a tactic, in a defence. */
const WINS = 900;
const HOLDS = 400;

const begins = (puzzle: Puzzle, moves: readonly string[]) => moves.every((move, ply) => puzzle.moves[ply] === move);

/** Null once `moves` left the stored solution. */
export function storedMove(puzzle: Puzzle, moves: readonly string[]): string | null {
	return begins(puzzle, moves) ? (puzzle.moves[moves.length] ?? null) : null;
}

/** Verdict without the engine; null if the engine has to judge. */
export function judgeAtOnce({ puzzle, before, move, outcome }: Played): Verdict | null {
	if (outcome)
		return outcome.winner === solverOf(puzzle)
			? { kind: 'right', reply: null }
			: { kind: 'wrong', why: 'drawn', reply: null };
	if (storedMove(puzzle, before) === move) return { kind: 'right', reply: storedMove(puzzle, [...before, move]) };
	const accepted = before.length === 0 && puzzle.solutions.includes(move);
	return accepted && puzzle.kind !== 'mate' ? { kind: 'right', reply: null } : null;
}

/** Any mate within the plies left is right. The unlimited search only serves the message. */
async function judgeMate({ puzzle, before, move, check }: Played, solver: Solver): Promise<Verdict> {
	const left = puzzle.plies - before.length - 1;
	const asked = askedAfter(puzzle, before, move);
	if (check && left > 0) {
		const { move: reply, result, plies } = await solver.defend(asked, left);
		if (reply !== null && result === 'mate' && plies <= left) return { kind: 'right', reply };
		if (reply !== null && before.length === 0 && puzzle.solutions.includes(move)) return { kind: 'right', reply };
	}
	const { move: reply, result } = await solver.defend(asked, null);
	if (!check) return { kind: 'wrong', why: 'no-check', reply };
	// With no plies left, a check that is no mate has an answer.
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

export async function judge(played: Played, solver: Solver): Promise<Verdict> {
	return judgeAtOnce(played) ?? (await (played.puzzle.kind === 'mate' ? judgeMate : judgeSearched)(played, solver));
}
