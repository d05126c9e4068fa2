/** Picture URL of a piece in the chosen set. */
import type { Side, VariantId } from '../games/variant';
import { settings } from '../settings/settings.svelte';
import { pieceSet } from './sets';

export function piecePicture(
	game: VariantId,
	side: Side,
	letter: string,
	flipped = false,
	set = settings.pieces[game],
): string {
	const turned = flipped && pieceSet(game, set).turned ? 'flipped/' : '';
	return `/pieces/${set}/${game}/${turned}${side}-${letter}.svg`;
}
