/** Squares a piece reaches by its steps in the rules module, on an empty board or with blockers. */

import type { PieceKindSpec, SquareName, Step, VariantSpec } from './module';
import type { Side } from './variant';

export interface Reach {
	square: SquareName;
	how: 'step' | 'slide' | 'leap';
	only: Step['only'];
}

interface Board {
	files: number;
	ranks: number;
}

const RANK_A = 'a'.charCodeAt(0);

/** `letter` is `P`, or `pP` when promoted. */
export function kindOf(spec: Pick<VariantSpec, 'kinds'>, letter: string): PieceKindSpec {
	const kind = spec.kinds.find(
		(one) => one.letter.toUpperCase() === letter.at(-1) && one.promoted === letter.startsWith('p'),
	);
	if (!kind) throw new Error(`there is no piece ${letter}`);
	return kind;
}

export function isLeap({ dx, dy }: Pick<Step, 'dx' | 'dy'>): boolean {
	return Math.max(Math.abs(dx), Math.abs(dy)) > 1;
}

export function reachFrom(
	{ files, ranks }: Board,
	steps: readonly Step[],
	from: SquareName,
	side: Side,
	occupant: (square: SquareName) => Side | undefined = () => undefined,
): Reach[] {
	const file = Number.parseInt(from, 10);
	const row = from.charCodeAt(from.length - 1) - RANK_A;
	// From the first player's view files and forward ranks count down.
	const turn = side === 'first' ? -1 : 1;
	const found: Reach[] = [];
	for (const step of steps) {
		const { dx, dy, max, only } = step;
		for (let n = 1; max === null || n <= max; n++) {
			const to = { file: file + turn * dx * n, row: row + turn * dy * n };
			if (to.file < 1 || to.file > files || to.row < 0 || to.row >= ranks) break;
			const square = `${to.file}${String.fromCharCode(RANK_A + to.row)}`;
			const there = occupant(square);
			if (there === side || (there && only === 'quiet')) break;
			found.push({ square, how: isLeap(step) ? 'leap' : max === 1 ? 'step' : 'slide', only });
			if (there) break;
		}
	}
	return found;
}
