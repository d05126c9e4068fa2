/** Clock times as text, and upper bounds of their width. */

/** `12:05`, `1:02:03`, and tenths (`8.4`) below ten seconds. Rounded up: 0 means no time left. */
export function formatClock(ms: number): string {
	const left = Math.max(0, ms);
	if (left > 0 && left < 10_000) return (Math.ceil(left / 100) / 10).toFixed(1);
	const total = Math.ceil(left / 1000);
	const hours = Math.floor(total / 3600);
	const minutes = Math.floor((total % 3600) / 60);
	const seconds = String(total % 60).padStart(2, '0');
	return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** Width of a digit or colon in a wide font. */
const FIGURE_EMS = 0.66;
const LETTER_EMS = 0.7;
/** Characters from here on are one em wide: kana and Chinese characters. */
const FIRST_SQUARE = '\u2e80';

/** Upper bound of the width of a time in ems, at least that of `00:00` for a constant size. */
export function figureEms(time: string): number {
	return FIGURE_EMS * Math.max(5, time.length);
}

/** Upper bound of the width of a short text in any language, in ems. */
export function emsOf(text: string): number {
	return [...text].reduce((sum, letter) => sum + (letter < FIRST_SQUARE ? LETTER_EMS : 1), 0);
}

export function formatCountdown(ms: number): string {
	const total = Math.max(0, Math.ceil(ms / 1000));
	return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}
