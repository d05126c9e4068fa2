/** Piece characters of Japanese and Western records, and readings of the Tori Shogi pieces. */
import { locale } from '../i18n/locale.svelte';
import type { VariantSpec } from '../rules/module';
import { kindOf } from '../rules/reach';
import { isChess, type VariantId } from '../rules/variant';
import { isJapanese, moveStyle } from './moveStyle';
import { pieceName } from './pieceNames';

type Spec = Pick<VariantSpec, 'game' | 'kinds'>;

const READINGS: Readonly<Record<string, string>> = {
	K: 'おおとり',
	F: 'たか',
	C: 'つる',
	P: 'きじ',
	L: 'ひだりうずら',
	R: 'みぎうずら',
	S: 'つばめ',
	pF: 'くまたか',
	pS: 'かり',
};

const PROMOTED_IN_CHESS: Readonly<Record<string, string>> = { pP: 'C', pN: 'G', pB: 'A', pR: 'M', pF: 'Q' };

/** Western piece letter: `S`, `+P` when promoted. */
export function recordLetter(game: VariantId, letter: string): string {
	return (isChess(game) && PROMOTED_IN_CHESS[letter]) || letter.replace('p', '+');
}

/** Kanji in the list of moves, if it differs from the name. */
function inRecords(spec: Spec, letter: string): string {
	if (!isJapanese(moveStyle(spec.game, locale()))) return '';
	const written = kindOf(spec, letter).kanji ?? '';
	return written === pieceName(spec.game, letter) ? '' : written;
}

/** Kanji and reading beside a piece's name; empty if the name suffices. */
export function nameAid(spec: Spec, letter: string): string {
	const reading = spec.game === 'torishogi' && locale() === 'ja' ? (READINGS[letter] ?? '') : '';
	return [inRecords(spec, letter), reading].filter(Boolean).join('、');
}
