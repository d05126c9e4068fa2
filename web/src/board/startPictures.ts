/** Fetches the pictures of a game's start position while the rules are still on their way. */

import { START_BOARDS } from '../games/starts';
import { LOOKS, type VariantId } from '../games/variant';
import { piecePicture } from '../looks/pictures';
import { piecesOf } from '../play/pieces';

export function fetchStartPictures(game: VariantId): void {
	const addresses = piecesOf(START_BOARDS[game], LOOKS[game]).map(({ side, letter }) =>
		piecePicture(game, side, letter),
	);
	for (const address of new Set(addresses)) new Image().src = address;
}
