/** Keyboard shortcuts of the analysis board and their list. */
import { m } from '../paraglide/messages';
import { GLYPHS } from '../records/tree';

/** Single letters, which settings can switch off. */
export const ANALYSIS_LETTERS = {
	b: 'board',
	h: 'hand',
	m: 'type',
	p: 'last',
	t: 'turn',
	f: 'flip',
	l: 'engine',
	k: 'mate',
	x: 'threat',
	d: 'draw',
	c: 'comment',
	v: 'promote',
	u: 'undo',
	r: 'redo',
	a: 'report',
	o: 'openings',
} as const;
export type AnalysisShortcut = (typeof ANALYSIS_LETTERS)[keyof typeof ANALYSIS_LETTERS];

export function analysisShortcut(key: string): AnalysisShortcut | null {
	return key in ANALYSIS_LETTERS ? ANALYSIS_LETTERS[key as keyof typeof ANALYSIS_LETTERS] : null;
}

/** NAG of a digit key. */
export function glyphShortcut(key: string): number | null {
	return /^[1-9]$/.test(key) ? (GLYPHS[Number(key) - 1]?.nag ?? null) : null;
}

const DOES: Record<AnalysisShortcut, () => string> = {
	board: m.keys_board,
	hand: m.keys_hand,
	type: m.keys_type,
	last: m.keys_last,
	turn: m.keys_turn,
	flip: m.keys_flip,
	engine: m.analysis_key_engine,
	mate: m.mate_key,
	threat: m.analysis_key_threat,
	draw: m.analysis_key_draw,
	comment: m.analysis_key_comment,
	promote: m.analysis_promote,
	undo: m.analysis_undo,
	redo: m.analysis_redo,
	report: m.analysis_key_report,
	openings: m.analysis_key_openings,
};

export const ANALYSIS_SHORTCUTS: readonly { keys: readonly string[]; does: () => string }[] = [
	...Object.entries(ANALYSIS_LETTERS).map(([key, does]) => ({ keys: [key], does: DOES[does] })),
	{ keys: GLYPHS.map((_, i) => String(i + 1)), does: m.analysis_key_glyphs },
	{ keys: ['Delete', 'Backspace'], does: m.analysis_delete },
	{ keys: ['←', '→'], does: m.analysis_key_walk },
	{ keys: ['↑', '↓'], does: m.analysis_key_variations },
	{ keys: ['Home', 'End'], does: m.analysis_key_ends },
];
