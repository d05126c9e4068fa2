/** Visible range of a virtual list. */

export interface Row {
	id: string;
}

/** Rows rendered beyond each edge, for Tab and short scrolls. */
const BEYOND = 5;

/** Half-open range of rows. Pixels: `above` scrolled away, `window` and `row` in height. */
export function visibleRange(above: number, window: number, row: number, count: number): [number, number] {
	if (row <= 0) return [0, Math.min(count, 2 * BEYOND)];
	const limited = (index: number) => Math.max(0, Math.min(count, index));
	return [limited(Math.floor(above / row) - BEYOND), limited(Math.ceil((above + window) / row) + BEYOND)];
}
