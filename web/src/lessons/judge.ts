/** Judge of lesson steps by the rules. */

import { squareOf } from '../learn/diagrams';
import type { Why } from '../puzzles/judge';
import type { Game, GameState, SquareName } from '../rules/module';
import { pieceAt } from '../rules/pieces';
import { LOOKS, type Side } from '../rules/variant';
import type { Answer, Goal, Missed, Step } from './lesson';

export type Verdict =
	| { kind: 'done' }
	| { kind: 'going' }
	| {
			kind: 'missed';
			what: Missed;
			squares: SquareName[];
			reply?: string;
			/** Solver's reason for a move without mate. */
			why?: Why;
	  };

interface Played {
	before: GameState;
	after: GameState;
	move: string;
	to: SquareName;
	letter: string;
}

type Judge = (goal: Goal, played: Played, live: Game, own: readonly Played[]) => SquareName[] | string | null;

function lastPlayed(live: Game, ply: number): Played {
	const before = live.at(ply - 1);
	const after = live.at(ply);
	const { lastMove } = after;
	if (!lastMove) throw new Error(`there is no move ${ply}`);
	const { drop, from, to } = lastMove;
	const letter =
		drop?.toUpperCase() ?? (from ? pieceAt(before.board, LOOKS[before.game], from)?.letter : undefined) ?? '';
	return { before, after, move: after.moves[ply - 1] ?? '', to, letter };
}

function answerOf({ after, letter }: Played): Answer {
	if (after.lastMove?.drop) return 'drop';
	if (letter === 'K') return 'king';
	return after.lastMove?.capture ? 'capture' : 'block';
}

/** First reply, in sorted order, after which `is` holds. */
function replyWith(live: Game, is: (state: GameState) => boolean): string | null {
	for (const move of [...live.legalMoves()].sort()) {
		live.play(move);
		const found = is(live.state());
		live.undo();
		if (found) return move;
	}
	return null;
}

/** Per part of a goal: the missing squares, the refuting reply, or null if fulfilled. */
const JUDGES: { [part in Missed]: Judge } = {
	piece: ({ piece }, { letter, to }) => (letter === piece ? null : [to]),
	drop: ({ drop }, { after, to }) => (after.lastMove?.drop?.toUpperCase() === drop ? null : [to]),
	to: ({ to = [] }, { after, to: there }) => {
		const squares = to.map((name) => squareOf(after.game, name));
		return squares.includes(there) ? null : squares;
	},
	answer: ({ answer }, played) => (answerOf(played) === answer ? null : [played.to]),
	check: ({ check }, { after, to }) => (after.check === check ? null : [to]),
	promote: ({ promote }, { after, to }) => (after.lastMove?.promote === promote ? null : [to]),
	mate: (_, { after, to }, live) => {
		if (after.outcome) return after.outcome.reason === 'checkmate' ? null : [to];
		return after.check ? (replyWith(live, () => true) ?? [to]) : [to];
	},
	attacks: ({ attacks = [] }, { after, to }, live) => {
		const attackers = live.attackers(after.ply);
		const left = attacks.map((name) => squareOf(after.game, name)).filter((square) => !attackers[square]?.includes(to));
		return left.length > 0 ? left : null;
	},
	safe: (_, { to }, live) => replyWith(live, ({ lastMove }) => lastMove?.to === to && lastMove.capture),
	saved: (_, __, live) => replyWith(live, ({ outcome }) => outcome?.reason === 'checkmate'),
	reach: ({ reach = [] }, { after }, _, own) =>
		missing(
			after,
			reach,
			own.map(({ to }) => to),
		),
	take: ({ take = [] }, { after }, _, own) =>
		missing(
			after,
			take,
			own.filter((one) => one.after.lastMove?.capture).map(({ to }) => to),
		),
};

function missing({ game }: GameState, wanted: readonly string[], had: readonly SquareName[]): SquareName[] | null {
	const left = wanted.map((name) => squareOf(game, name)).filter((square) => !had.includes(square));
	return left.length > 0 ? left : null;
}

/** Order of reports: the requested move first, then its consequences. */
const ORDER = Object.keys(JUDGES) as Missed[];

export function judge(step: Step, live: Game, side: Side): Verdict {
	const { ply } = live.state();
	const plies = Array.from({ length: ply }, (_, i) => i + 1);
	const own = plies.map((one) => lastPlayed(live, one)).filter(({ before }) => before.side === side);
	const last = own.at(-1);
	if (!last) return { kind: 'going' };
	for (const what of ORDER) {
		if (!(what in step.goal)) continue;
		const found = JUDGES[what](step.goal, { ...last, after: live.state() }, live, own);
		if (found === null) continue;
		if (own.length < (step.within ?? 1) && !live.state().outcome) return { kind: 'going' };
		if (typeof found !== 'string') return { kind: 'missed', what, squares: found };
		live.play(found);
		const { lastMove } = live.state();
		live.undo();
		const squares = [lastMove?.from, lastMove?.to].filter((square): square is SquareName => Boolean(square));
		return { kind: 'missed', what, squares, reply: found };
	}
	return { kind: 'done' };
}

/** Opponent's reply: a quiet king move, or else a quiet move, or else any. */
export function replyTo(live: Game): string | null {
	const state = live.state();
	if (state.outcome) return null;
	const legal = [...live.legalMoves()].sort();
	const king = state.kings[state.side];
	const quiet = legal.flatMap((move) => {
		live.play(move);
		const { lastMove } = live.state();
		live.undo();
		return lastMove && !lastMove.capture ? [{ move, from: lastMove.from }] : [];
	});
	return (quiet.find(({ from }) => from === king) ?? quiet[0])?.move ?? legal[0] ?? null;
}
