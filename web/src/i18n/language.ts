/** Properties of the languages that code depends on. Texts themselves are in `messages/`. */
import type { Locale } from '../paraglide/runtime';
import { locale } from './locale.svelte';

interface Language {
	/** Between words of a list. */
	comma: string;
	/** Between words of a list that is itself part of a list. */
	innerComma: string;
	/** Between lists. */
	semicolon: string;
	/** Between a label and its text. */
	colon: string;
	/** After a sentence that another follows. */
	stop: string;
	/** Between words and after sentences; full-width signs bring their own. */
	space: string;
	/** Between the two parts of a status line. */
	dot: string;
	/** Between moves of a line. */
	movesComma: string;
	/** Kanji on the board, in numbers and in the notation of moves. */
	kanji: boolean;
	/** Words within a sentence begin with a small letter. */
	hasCase: boolean;
}

const ENGLISH: Language = {
	comma: ', ',
	innerComma: ', ',
	semicolon: '; ',
	colon: ': ',
	stop: '. ',
	space: ' ',
	dot: ' · ',
	movesComma: ', ',
	kanji: false,
	hasCase: true,
};

const EAST_ASIAN: Language = {
	comma: '、',
	innerComma: '・',
	semicolon: '、',
	colon: '：',
	stop: '。',
	space: '',
	dot: '。',
	movesComma: ' ',
	kanji: true,
	hasCase: false,
};

const LANGUAGES: Record<Locale, Language> = {
	en: ENGLISH,
	ja: EAST_ASIAN,
	'zh-Hans': EAST_ASIAN,
	'zh-Hant': EAST_ASIAN,
};

export function language(of: Locale = locale()): Language {
	return LANGUAGES[of];
}
