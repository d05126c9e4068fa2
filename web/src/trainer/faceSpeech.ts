/** Text of a piece's face: spoken, and an alternative to its picture. */

import { pieceName } from '../games/pieceNames';
import { stepText } from '../helper/stepText';
import type { Facts } from '../learn/facts';
import type { VariantSpec } from '../rules/module';
import { kindOf } from '../rules/reach';
import type { VariantId } from '../rules/variant';
import type { Face } from './names';

export interface FaceSpeech {
	text: string;
	/** Set when the text is not in the page's language. */
	lang?: 'ja';
}

/** Characters without a reading fall back to the piece name, not to its letter. */
export function faceSpeech(game: VariantId, spec: VariantSpec, facts: Facts, letter: string, face: Face): FaceSpeech {
	if (face === 'moves') return { text: stepText(kindOf(spec, letter).moves) };
	const character = face === 'character' ? facts[letter]?.kanji : undefined;
	return character ? { text: character, lang: 'ja' } : { text: pieceName(game, letter) };
}
