/** Advice before a move, computed from the rules. */

import type { Game, SquareName } from '../rules/module';
import { piecesOf } from '../rules/pieces';
import { TRAITS } from '../rules/traits';
import { LOOKS, other, type Side } from '../rules/variant';

export type Advice = 'check' | 'mate' | 'hanging' | 'free' | 'begin' | 'promote' | 'drop' | 'plan';

export interface Remark {
	advice: Advice;
	squares: SquareName[];
	/** For a promotion: letter of the piece and depth of the zone to enter, 0 if it is inside. */
	promotes?: { letter: string; ranks: number };
}

/** Plies of the opening, in which the advice is to bring pieces out. */
const OPENING_PLIES = 6;

function mates(live: Game): boolean {
	return live.legalMoves().some((move) => {
		live.play(move);
		const { outcome } = live.state();
		live.undo();
		return outcome?.reason === 'checkmate';
	});
}

/** Pieces of a side that are attacked and unguarded. */
function unguarded(live: Game, side: Side): SquareName[] {
	const { board, game, ply, kings } = live.state();
	const attackers = live.attackers(ply);
	const pieces = piecesOf(board, LOOKS[game]);
	const owner = new Map(pieces.map((piece) => [piece.square, piece.side]));
	return pieces
		.filter((piece) => piece.side === side && piece.square !== kings[side])
		.map(({ square }) => square)
		.filter((square) => {
			const by = (attackers[square] ?? []).map((from) => owner.get(from));
			return by.includes(other(side)) && !by.includes(side);
		});
}

function promotion(live: Game): Remark | null {
	const { board, game, side } = live.state();
	const able = Object.entries(live.destinations().moves)
		.filter(([from, targets]) => targets.some((to) => live.promotion(from, to) !== 'none'))
		.map(([from]) => from);
	const pieces = piecesOf(board, LOOKS[game]).filter(({ square }) => able.includes(square));
	const strongest = ['R', 'B', 'F', 'S', 'N', 'L', 'P'];
	const [best] = pieces.sort((a, b) => strongest.indexOf(a.letter) - strongest.indexOf(b.letter));
	if (!best) return null;
	const rank = best.square.charCodeAt(best.square.length - 1) - 'a'.charCodeAt(0);
	const fromEdge = side === 'first' ? rank : LOOKS[game].ranks - 1 - rank;
	const { zoneRanks } = TRAITS[game];
	const ranks = fromEdge < zoneRanks ? 0 : zoneRanks;
	return { advice: 'promote', squares: [best.square], promotes: { letter: best.letter, ranks } };
}

export function remark(live: Game): Remark {
	const { side, check, kings, ply, hands } = live.state();
	const king = kings[side];
	if (mates(live)) return { advice: 'mate', squares: [] };
	if (check) return { advice: 'check', squares: king ? [king] : [] };
	const hanging = unguarded(live, side);
	if (hanging.length > 0) return { advice: 'hanging', squares: hanging };
	const free = unguarded(live, other(side)).filter((square) =>
		Object.values(live.destinations().moves).some((targets) => targets.includes(square)),
	);
	if (free.length > 0) return { advice: 'free', squares: free };
	if (ply < OPENING_PLIES) return { advice: 'begin', squares: [] };
	const promoting = promotion(live);
	if (promoting) return promoting;
	if (Object.values(hands[side]).some(Boolean)) return { advice: 'drop', squares: [] };
	return { advice: 'plan', squares: [] };
}
