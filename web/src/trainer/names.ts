/** Questions about pieces: one of them is shown by one of its faces, and found by another among four. */
import { pieceLetter } from '../board/pieceSheet';
import type { PieceKindSpec, VariantSpec } from '../rules/module';

/** The character on the piece, its name, how it goes. */
export const FACES = ['character', 'name', 'moves'] as const;
export type Face = (typeof FACES)[number];

export const CHOICES = 4;

export interface NameQuestion {
	letter: string;
	/** The right one among them. */
	choices: string[];
}

/** The same for two pieces that go alike, as gold and promoted silver do. */
export function movesKey({ moves }: Pick<PieceKindSpec, 'moves'>): string {
	return moves
		.map(({ dx, dy, max, only }) => `${dx} ${dy} ${max} ${only}`)
		.sort()
		.join();
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
	return all
		.map((one) => ({ one, at: random() }))
		.sort((a, b) => a.at - b.at)
		.map(({ one }) => one);
}

/** No two choices go alike where the way they go is shown or asked, so that one answer alone is right. */
export function nextName(
	spec: Pick<VariantSpec, 'kinds'>,
	faces: readonly Face[],
	last: string | null,
	random: () => number = Math.random,
): NameQuestion {
	const [right, ...others] = shuffled(
		spec.kinds.filter((kind) => pieceLetter(kind) !== last),
		random,
	);
	if (!right) throw new Error('there are no pieces');
	const choices = [right];
	for (const kind of others) {
		if (choices.length === CHOICES) break;
		const alike = choices.some((one) => movesKey(one) === movesKey(kind));
		if (!alike || !faces.includes('moves')) choices.push(kind);
	}
	return { letter: pieceLetter(right), choices: shuffled(choices, random).map(pieceLetter) };
}
