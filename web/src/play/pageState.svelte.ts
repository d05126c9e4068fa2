/** What is going on in the page, for those around the board: the bar above it, and what must not disturb a game. */
import type { VariantId } from '../games/variant';

class PageState {
	/** The game on the board, if there is one. */
	game: VariantId | null = $state(null);
	/** Somebody plays: nothing may get in the way. */
	playing = $state(false);
}

export const pageState = new PageState();
