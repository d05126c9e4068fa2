/** A face of a piece in words: read out, and in place of its picture. */

import { pieceName } from '../games/pieceNames';
import type { VariantId } from '../games/variant';
import { stepWords } from '../helper/stepWords';
import type { Facts } from '../learn/facts';
import type { VariantSpec } from '../rules/module';
import { kindOf } from '../rules/reach';
import type { Face } from './names';

export interface FaceWords {
	text: string;
	/** Set where the words are not in the page's language. */
	lang?: 'ja';
}

/** A character of which nothing is known is called by the piece's name: letters are the programs' own. */
export function faceWords(
	game: VariantId,
	spec: VariantSpec,
	facts: Facts,
	letter: string,
	face: Face,
): FaceWords {
	if (face === 'moves') return { text: stepWords(kindOf(spec, letter).moves) };
	const character = face === 'character' ? facts[letter]?.kanji : undefined;
	return character ? { text: character, lang: 'ja' } : { text: pieceName(game, letter) };
}
