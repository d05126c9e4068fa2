/** Piece-name questions: one face is shown, another face of the same piece is among four choices. */
import { pieceLetter } from '../board/pieceSheet';
import type { PieceKindSpec, VariantSpec } from '../rules/module';

export const FACES = ['character', 'name', 'moves'] as const;
export type Face = (typeof FACES)[number];

export const CHOICES = 4;

export interface NameQuestion {
	letter: string;
	choices: string[];
}

/** Equal for pieces that move alike, such as gold and promoted silver. */
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

/** Choices differ in their moves if moves are shown or asked, so that one answer is correct. */
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
