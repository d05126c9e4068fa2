/** The style sheet that gives every piece its picture, made from the game's set. */
import type { Side, VariantId } from '../games/variant';
import { piecePicture } from '../looks/pictures';
import { pieceSet } from '../looks/sets';
import type { PieceKindSpec } from '../rules/module';

/** `P`, or `pP` when promoted: the letter in file names and texts of ours. */
export function pieceLetter(kind: Pick<PieceKindSpec, 'letter' | 'promoted'>): string {
	return (kind.promoted ? 'p' : '') + kind.letter.toUpperCase();
}

/** The name shogiground knows a piece by, which is also its CSS class. */
export function roleOf(letter: string): string {
	return letter.length === 2 ? `promoted-${letter.slice(1).toLowerCase()}` : `piece-${letter.toLowerCase()}`;
}

export function letterOf(role: string): string {
	const [kind, letter = ''] = role.split('-');
	return (kind === 'promoted' ? 'p' : '') + letter.toUpperCase();
}

/** Role for the spelling in board text (`+p`, `R`), either case. */
export function roleFromText(text: string): string {
	return roleOf(text.startsWith('+') ? `p${text.slice(1)}` : text);
}

const COLORS: Record<Side, string> = { first: 'sente', second: 'gote' };

export interface PieceRule {
	/** Which pieces it is for. */
	selector: string;
	picture: string;
	/** For the board seen from the other seat. */
	flipped: boolean;
}

/** One rule a piece and side of the set, and one more for the board seen from the other seat. */
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

/** Fetches the pictures of a set before they are shown, so that no piece flashes; a lost one holds nothing up. */
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
