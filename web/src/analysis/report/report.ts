/** Report of a game: judged moves, turning points, accuracy of each side. */

import type { PerSide } from '../../protocol';
import type { Side } from '../../rules/variant';
import { type Evaluation, winProbability } from '../evaluation';
import { accuracy } from './accuracy';
import { type JudgedMove, type Judgement, judge } from './judgement';

export interface SideReport {
	/** 0 to 100; null without a move. */
	accuracy: number | null;
	counts: Record<Judgement, number>;
	missedMates: number;
	/** Milliseconds; null if the record has no times. */
	spentMs: number | null;
}

export interface Report {
	moves: JudgedMove[];
	/** Win probability of the first side after each ply, the start first. */
	wins: number[];
	/** Plies of the moves that changed the favourite. */
	turningPoints: number[];
	sides: PerSide<SideReport>;
}

/** Minimum win probability of a favourite. */
const FAVOURITE = 0.6;

export interface PlayedMove {
	move: string;
	side: Side;
	spentMs?: number | undefined;
}

/** Moves that made the other side the favourite; even positions do not change it. */
function turningPoints(wins: readonly number[]): number[] {
	let favourite: Side | null = null;
	const found: number[] = [];
	wins.forEach((win, ply) => {
		const now: Side | null = win >= FAVOURITE ? 'first' : win <= 1 - FAVOURITE ? 'second' : null;
		if (now === null || now === favourite) return;
		if (favourite !== null) found.push(ply);
		favourite = now;
	});
	return found;
}

/** `evaluations` begin with the start position: one more than `moves`. */
export function report(moves: readonly PlayedMove[], evaluations: readonly Evaluation[]): Report {
	const judged = moves.flatMap(({ move, side }, i) => {
		const [before, after] = [evaluations[i], evaluations[i + 1]];
		return before && after ? [judge(i + 1, side, move, before, after)] : [];
	});
	const wins = evaluations.map((evaluation) => winProbability(evaluation, 'first'));
	const of = (side: Side): SideReport => {
		const own = judged.filter((move) => move.side === side);
		const times = moves.filter((move) => move.side === side).map(({ spentMs }) => spentMs);
		const count = (judgement: Judgement) => own.filter((move) => move.judgement === judgement).length;
		return {
			accuracy: accuracy(judged, wins, side),
			counts: { inaccuracy: count('inaccuracy'), mistake: count('mistake'), blunder: count('blunder') },
			missedMates: own.filter(({ missedMate }) => missedMate !== null).length,
			spentMs: times.some((ms) => ms !== undefined) ? times.reduce<number>((sum, ms) => sum + (ms ?? 0), 0) : null,
		};
	};
	return {
		moves: judged,
		wins,
		turningPoints: turningPoints(wins),
		sides: { first: of('first'), second: of('second') },
	};
}
