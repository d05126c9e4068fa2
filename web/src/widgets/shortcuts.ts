/** Keyboard shortcuts of the play page. */
import { m } from '../paraglide/messages';

export const LETTERS = {
	b: 'board',
	h: 'hand',
	m: 'type',
	c: 'clocks',
	l: 'last',
	t: 'turn',
	f: 'flip',
	n: 'hint',
	x: 'attacked',
	u: 'takeback',
	'?': 'help',
} as const;
export type LetterShortcut = (typeof LETTERS)[keyof typeof LETTERS];

/** Asks for the moves of a piece, on the board and in a hand. */
export const ASK_KEY = 'i';

export function letterShortcut(key: string): LetterShortcut | null {
	return key in LETTERS ? LETTERS[key as keyof typeof LETTERS] : null;
}

interface ShortcutLine {
	keys: readonly string[];
	does: () => string;
}

const DOES: Record<LetterShortcut, () => string> = {
	board: m.keys_board,
	hand: m.keys_hand,
	type: m.keys_type,
	clocks: m.keys_clocks,
	last: m.keys_last,
	turn: m.keys_turn,
	flip: m.keys_flip,
	hint: m.keys_hint,
	attacked: m.keys_attacked,
	takeback: m.keys_takeback,
	help: m.keys_help,
};

export const SHORTCUT_LISTS: readonly { title: () => string; lines: readonly ShortcutLine[] }[] = [
	{
		title: m.keys_anywhere,
		lines: [
			...Object.entries(LETTERS).map(([key, does]) => ({ keys: [key], does: DOES[does] })),
			{ keys: ['←', '→'], does: m.keys_browse },
			{ keys: ['↑', '↓', 'Home', 'End'], does: m.keys_ends },
		],
	},
	{
		title: m.keys_on_board,
		lines: [
			{ keys: ['←', '→', '↑', '↓'], does: m.keys_walk },
			{ keys: ['Home', 'End'], does: m.keys_row },
			{ keys: ['Page ↑', 'Page ↓'], does: m.keys_column },
			{ keys: ['Enter', 'Space'], does: m.keys_pick },
			{ keys: [ASK_KEY], does: m.keys_ask },
			{ keys: ['Esc'], does: m.keys_put_back },
		],
	},
];
