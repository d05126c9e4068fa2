/** Screens of the layout tests, and the entries of pages that are tested on them. */
import type { Page } from '@playwright/test';
import type { Locale } from './messages.ts';
import type { VariantId } from './scripts.ts';

/** `true` for the full set of layouts; otherwise tests of layout take a sample. */
export const WHOLE = process.env.LAYOUTS === 'all';

/** Size in CSS pixels. */
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

/** Arrangement of a game, by the same rule as the page. */
export function arrangementOf({ width, height }: Screen): 'upright' | 'sideways' | 'tablet' | 'wide' {
	const shape = width / height;
	if (shape < 1.1 || (shape < 1.3 && width < 760)) return 'upright';
	if (height < 560) return 'sideways';
	return width >= 1100 && shape >= 1.2 ? 'wide' : 'tablet';
}

/** `true` for the first screen of a width; pages that scroll vertically are the same on the others. */
export function isNarrowest(screen: Screen): boolean {
	return SCREENS.find(({ width, text }) => width === screen.width && text === screen.text) === screen;
}

export interface PageEntry {
	name: string;
	/** `null` for a page without variants. */
	games: readonly VariantId[] | null;
	/** The page fits without scrolling and has a board; `formal` exempts its size. */
	fits: false | 'board' | 'formal';
	/** Fits with text at 200 % as well. */
	large?: true;
	shows?: readonly string[];
	/** Screens on which the page exists in this form. */
	on?(screen: Screen): boolean;
	open(page: Page, game: VariantId, locale: Locale): Promise<void>;
	/** Triggers a notice; the board must not move. */
	after?(page: Page, game: VariantId): Promise<void>;
}
