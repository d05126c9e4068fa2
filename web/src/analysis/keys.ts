/** The keys of the analysis board, as they are pressed and as they are listed. */
import { m } from '../paraglide/messages';

/** Single letters, which a listener may switch off. */
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
} as const;
export type AnalysisKey = (typeof ANALYSIS_LETTERS)[keyof typeof ANALYSIS_LETTERS];

export function analysisKey(key: string): AnalysisKey | null {
	return key in ANALYSIS_LETTERS ? ANALYSIS_LETTERS[key as keyof typeof ANALYSIS_LETTERS] : null;
}

const DOES: Record<AnalysisKey, () => string> = {
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
};

export const ANALYSIS_KEYS: readonly { keys: readonly string[]; does: () => string }[] = [
	...Object.entries(ANALYSIS_LETTERS).map(([key, does]) => ({ keys: [key], does: DOES[does] })),
	{ keys: ['Delete', 'Backspace'], does: m.analysis_delete },
	{ keys: ['←', '→'], does: m.analysis_key_walk },
	{ keys: ['↑', '↓'], does: m.analysis_key_variations },
	{ keys: ['Home', 'End'], does: m.analysis_key_ends },
];
