/** Preload of the start position's pictures, while the rules module loads. */

import { START_BOARDS } from '../games/starts';
import { piecePicture } from '../looks/pictures';
import { piecesOf } from '../rules/pieces';
import { LOOKS, type VariantId } from '../rules/variant';

export function fetchStartPictures(game: VariantId): void {
	const addresses = piecesOf(START_BOARDS[game], LOOKS[game]).map(({ side, letter }) =>
		piecePicture(game, side, letter),
	);
	for (const address of new Set(addresses)) new Image().src = address;
}
