/** What records write for the pieces, in Japanese and in Western letters, and how readers of Japanese call the rare ones. */
import { locale } from '../i18n/locale.svelte';
import type { VariantSpec } from '../rules/module';
import { kindOf } from '../rules/reach';
import { isJapanese, moveStyle } from './moveStyle';
import { pieceName } from './pieceNames';
import { isChess, type VariantId } from './variant';

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

/** In chess a promoted piece has a letter of its own. */
const PROMOTED_IN_CHESS: Readonly<Record<string, string>> = { pP: 'C', pN: 'G', pB: 'A', pR: 'M', pF: 'Q' };

/** The letter of a piece in Western records: `S`, `+P` when promoted. */
export function recordLetter(game: VariantId, letter: string): string {
	return (isChess(game) && PROMOTED_IN_CHESS[letter]) || letter.replace('p', '+');
}

/** What the list of moves writes for a piece, where that is not its name. */
function inRecords(spec: Spec, letter: string): string {
	if (!isJapanese(moveStyle(spec.game, locale()))) return '';
	const written = kindOf(spec, letter).kanji ?? '';
	return written === pieceName(spec.game, letter) ? '' : written;
}

/** What helps to find a piece in records and to say it; nothing where its name does. */
export function nameAid(spec: Spec, letter: string): string {
	const reading = spec.game === 'torishogi' && locale() === 'ja' ? (READINGS[letter] ?? '') : '';
	return [inRecords(spec, letter), reading].filter(Boolean).join('、');
}
