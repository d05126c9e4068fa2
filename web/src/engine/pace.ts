/**
 * How long the computer lets pass before it answers: longer where a person would think, as when there is much
 * to choose from or the choice was close, and hardly at all where there is nothing to think about.
 */

/** What is known of a move that was chosen. */
export interface Occasion {
	/** Moves there were to choose from. */
	choices: number;
	/** It takes back what was just taken. */
	recaptures: boolean;
	/** It answers a check. */
	inCheck: boolean;
	/** Moves that were played before it. */
	ply: number;
	/** How often the search, looking deeper, changed its mind. */
	changes: number;
}

/** No answer comes later because of this. */
export const MAX_PACE_MS = 1_500;

/** Openings are known. */
const OPENING_PLIES = 6;
/** More moves than this confuse nobody further. */
const MANY = 120;
const MANY_CHANGES = 3;

/** A number from 0 up to 1 that depends on the seed alone (Mulberry32). */
function fraction(seed: number): number {
	let mixed = (seed + 0x6d2b79f5) | 0;
	mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
	mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Milliseconds from the moment it is the computer's turn. */
export function paceMs({ choices, recaptures, inCheck, ply, changes }: Occasion, seed: number): number {
	const chance = fraction(seed);
	if (choices <= 1) return Math.round(200 + 100 * chance);
	if (recaptures) return Math.round(260 + 140 * chance);
	if (ply < OPENING_PLIES) return Math.round(320 + 200 * chance);
	const choice = 2.5 * Math.min(choices, MANY) + (inCheck ? 80 : 0);
	const doubt = 170 * Math.min(changes, MANY_CHANGES);
	return Math.min(MAX_PACE_MS, Math.round((380 + choice + doubt) * (0.75 + 0.5 * chance)));
}

/** How often the best move changed from one iteration to the next. */
export function changesOfMind(bests: readonly (string | undefined)[]): number {
	return bests.filter((best, i) => i > 0 && best !== bests[i - 1]).length;
}
