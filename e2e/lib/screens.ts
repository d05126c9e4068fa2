/** The screens every page must hold on, and what is known of a page that is walked on them. */
import type { Page } from '@playwright/test';
import type { Locale } from './messages.ts';
import type { VariantId } from './scripts.ts';

/** A screen, in CSS pixels, and how large the text on it is beside the ordinary one. */
export interface Screen {
	width: number;
	height: number;
	text: 1 | 2;
}

const sized = (text: 1 | 2, sizes: [number, number][]): Screen[] =>
	sizes.map(([width, height]) => ({ width, height, text }));

export const SCREENS: readonly Screen[] = [
	...sized(1, [
		[320, 568],
		[360, 640],
		[390, 664],
		[390, 844],
		[568, 320],
		[740, 360],
		[844, 390],
		[768, 1024],
		[1024, 768],
		[1280, 600],
		[1280, 800],
		[1920, 1080],
		[2560, 1440],
	]),
	...sized(2, [
		[390, 844],
		[844, 390],
		[768, 1024],
		[1280, 800],
	]),
];

/** How a game is laid out on a screen; the page decides it in the same way. */
export function arrangementOf({ width, height }: Screen): 'upright' | 'sideways' | 'tablet' | 'wide' {
	const shape = width / height;
	if (shape < 1.1 || (shape < 1.3 && width < 760)) return 'upright';
	if (height < 560) return 'sideways';
	return width >= 1100 && shape >= 1.2 ? 'wide' : 'tablet';
}

/** The narrowest of those that are as wide: what scrolls down is the same on all of them. */
export function isNarrowest(screen: Screen): boolean {
	return SCREENS.find(({ width, text }) => width === screen.width && text === screen.text) === screen;
}

export interface PageEntry {
	name: string;
	/** The games it exists for; null when it is one for all. */
	games: readonly VariantId[] | null;
	/** Everything on it is in sight at once, and there is a board, as large as possible unless it is `formal`. */
	fits: false | 'board' | 'formal';
	/** With text at 200 % nothing needs scrolling either. */
	large?: true;
	/** Test ids of what must be there whole, on every screen. */
	shows?: readonly string[];
	/** Where it is another page than on the rest of the screens, or not there at all. */
	on?(screen: Screen): boolean;
	open(page: Page, game: VariantId, locale: Locale): Promise<void>;
	/** What is said while somebody tries; the board must not move. */
	after?(page: Page, game: VariantId): Promise<void>;
}
