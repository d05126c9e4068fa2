/** Delay before the computer's answer: longer with many moves or a close choice, short for obvious moves. */

export interface Occasion {
	/** Number of legal moves. */
	choices: number;
	recaptures: boolean;
	inCheck: boolean;
	ply: number;
	/** Changes of the best move between iterations. */
	changes: number;
}

export const MAX_PACE_MS = 1_500;

const OPENING_PLIES = 6;
/** Number of moves beyond which the delay stops growing. */
const MANY = 120;
const MANY_CHANGES = 3;

/** Mulberry32: a number in [0, 1) from the seed alone. */
function fraction(seed: number): number {
	let mixed = (seed + 0x6d2b79f5) | 0;
	mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
	mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Delay in milliseconds from the start of the computer's turn. */
export function paceMs({ choices, recaptures, inCheck, ply, changes }: Occasion, seed: number): number {
	const chance = fraction(seed);
	if (choices <= 1) return Math.round(200 + 100 * chance);
	if (recaptures) return Math.round(260 + 140 * chance);
	if (ply < OPENING_PLIES) return Math.round(320 + 200 * chance);
	const choice = 2.5 * Math.min(choices, MANY) + (inCheck ? 80 : 0);
	const doubt = 170 * Math.min(changes, MANY_CHANGES);
	return Math.min(MAX_PACE_MS, Math.round((380 + choice + doubt) * (0.75 + 0.5 * chance)));
}

export function changesOfMind(bests: readonly (string | undefined)[]): number {
	return bests.filter((best, i) => i > 0 && best !== bests[i - 1]).length;
}
