/** Choice of the play page's layout by screen size; styles follow its class. */
import { innerHeight, innerWidth } from 'svelte/reactivity/window';

/**
 * - `upright`: stacked, as on a phone in portrait
 * - `sideways`: a low screen, the board at full height, everything else on its sides
 * - `tablet`: the same, with room for the move list beside the board
 * - `wide`: stands beside the board, and a column for moves and actions
 */
export type Arrangement = 'upright' | 'sideways' | 'tablet' | 'wide';

/** Height below which nothing fits above or below a board at full height. */
const LOW = 560;

export function arrangementOf(width: number, height: number): Arrangement {
	const shape = width / height;
	if (shape < 1.1 || (shape < 1.3 && width < 760)) return 'upright';
	if (height < LOW) return 'sideways';
	return width >= 1100 && shape >= 1.2 ? 'wide' : 'tablet';
}

/** Height below which the column beside the board omits rare actions, as in a laptop's window. */
const SHORT = 720;

export function isShort(height = innerHeight.current ?? 800): boolean {
	return height < SHORT;
}

export function arrangement(): Arrangement {
	return arrangementOf(innerWidth.current ?? 1280, innerHeight.current ?? 800);
}

/** No margin, and coordinates inside the board, to save space. */
export function isEdgeless(how: Arrangement, width = innerWidth.current ?? 1280): boolean {
	return how === 'sideways' || (how === 'upright' && width < 760);
}
