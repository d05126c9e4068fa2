/** How the play page is laid out on this screen. The one place that decides it; styles follow the class. */
import { innerHeight, innerWidth } from 'svelte/reactivity/window';

/**
 * - `upright`: one above the other, as on a phone held upright;
 * - `sideways`: the board as high as a low screen, everything else on both sides of it;
 * - `tablet`: the same with room for the moves beside the board;
 * - `wide`: stands beside the board, and a column of its own for moves and actions.
 */
export type Arrangement = 'upright' | 'sideways' | 'tablet' | 'wide';

/** Below this height nothing fits above or below a board that fills it. */
const LOW = 560;

export function arrangementOf(width: number, height: number): Arrangement {
	const shape = width / height;
	if (shape < 1.1 || (shape < 1.3 && width < 760)) return 'upright';
	if (height < LOW) return 'sideways';
	return width >= 1100 && shape >= 1.2 ? 'wide' : 'tablet';
}

/** A column beside the board has no room below this height for what is rarely needed: the window of a laptop. */
const SHORT = 720;

export function isShort(height = innerHeight.current ?? 800): boolean {
	return height < SHORT;
}

export function arrangement(): Arrangement {
	return arrangementOf(innerWidth.current ?? 1280, innerHeight.current ?? 800);
}

/** No margin around the board, coordinates inside it: every pixel is needed. */
export function isEdgeless(how: Arrangement, width = innerWidth.current ?? 1280): boolean {
	return how === 'sideways' || (how === 'upright' && width < 760);
}
