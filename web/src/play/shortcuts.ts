/** Keyboard navigation through the moves. */

/** Ply to show after a key; null for other keys. */
export function browseShortcut(key: string, shown: number, last: number): number | null {
	switch (key) {
		case 'ArrowLeft':
			return Math.max(0, shown - 1);
		case 'ArrowRight':
			return Math.min(last, shown + 1);
		case 'Home':
		case 'ArrowUp':
			return 0;
		case 'End':
		case 'ArrowDown':
			return last;
		default:
			return null;
	}
}
