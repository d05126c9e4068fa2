/** Picture URL of a piece in the chosen set. */
import type { Side, VariantId } from '../rules/variant';
import { pieceSet } from '../settings/pieceSets';
import { settings } from '../settings/settings.svelte';

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
