/** Which rows of a long list are near the window. */

/** What a list needs of a row: a name of its own. */
export interface Row {
	id: string;
}

/** So many rows are there beyond each edge, so that Tab and a short scroll find them. */
const BEYOND = 5;

/**
 * The first of the rows and the one after the last. `above` is how much of the list is scrolled away, `window` the
 * height of the window, `row` that of a row, all in pixels.
 */
export function shownRange(above: number, window: number, row: number, count: number): [number, number] {
	if (row <= 0) return [0, Math.min(count, 2 * BEYOND)];
	const limited = (index: number) => Math.max(0, Math.min(count, index));
	return [limited(Math.floor(above / row) - BEYOND), limited(Math.ceil((above + window) / row) + BEYOND)];
}
