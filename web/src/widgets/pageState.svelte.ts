/** State of the game on the page, for the components around the board. */
import type { VariantId } from '../rules/variant';

class PageState {
	game: VariantId | null = $state(null);
	/** The variant last on a board, preselected in the settings. */
	lastVariant: VariantId = $state('shogi');
	/** A game is being played: nothing may interrupt it. */
	playing = $state(false);
}

export const pageState = new PageState();
