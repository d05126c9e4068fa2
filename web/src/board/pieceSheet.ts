/** Style sheet of piece pictures, made from the chosen set of a game. */

import { piecePicture } from '../looks/pictures';
import type { PieceKindSpec } from '../rules/module';
import type { Side, VariantId } from '../rules/variant';
import { pieceSet } from '../settings/pieceSets';

/** `P`, or `pP` when promoted: as in file names. */
export function pieceLetter(kind: Pick<PieceKindSpec, 'letter' | 'promoted'>): string {
	return (kind.promoted ? 'p' : '') + kind.letter.toUpperCase();
}

/** shogiground's role, which is also its CSS class. */
export function roleOf(letter: string): string {
	return letter.length === 2 ? `promoted-${letter.slice(1).toLowerCase()}` : `piece-${letter.toLowerCase()}`;
}

export function letterOf(role: string): string {
	const [kind, letter = ''] = role.split('-');
	return (kind === 'promoted' ? 'p' : '') + letter.toUpperCase();
}

/** Role of a piece in board text (`+p`, `R`), either case. */
export function roleFromText(text: string): string {
	return roleOf(text.startsWith('+') ? `p${text.slice(1)}` : text);
}

const COLORS: Record<Side, string> = { first: 'sente', second: 'gote' };

export interface PieceRule {
	selector: string;
	picture: string;
	/** For the board seen from the second side. */
	flipped: boolean;
}

/** A rule for each piece and side, twice: also for the board seen from the second side. */
export function pieceRules(game: VariantId, letters: readonly string[], set: string): PieceRule[] {
	const rules: PieceRule[] = [];
	for (const letter of letters)
		for (const side of ['first', 'second'] as const) {
			const piece = `piece.${COLORS[side]}.${roleOf(letter)}`;
			const add = (around: string, flipped: boolean) =>
				rules.push({
					selector: `.pieces-${game} ${around}${piece}`,
					picture: piecePicture(game, side, letter, flipped, set),
					flipped,
				});
			add('', false);
			if (pieceSet(game, set).turned) add('.orientation-gote ', true);
		}
	return rules;
}

export function pieceSheet(game: VariantId, letters: readonly string[], set: string): string {
	return pieceRules(game, letters, set)
		.map(({ selector, picture }) => `${selector}{background-image:url(${picture})}`)
		.join('\n');
}

/** Preloads the pictures of a set, so that no piece flashes. A failed picture does not delay the others. */
export async function loadPictures(
	game: VariantId,
	letters: readonly string[],
	set: string,
	bottom: Side,
): Promise<void> {
	const flipped = bottom === 'second' && pieceSet(game, set).turned;
	await Promise.all(
		pieceRules(game, letters, set)
			.filter((rule) => rule.flipped === flipped)
			.map(({ picture }) => {
				const image = new Image();
				image.src = picture;
				return image.decode().catch(() => {});
			}),
	);
}
