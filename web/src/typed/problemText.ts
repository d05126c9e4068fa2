/** Error texts of typed moves in the page's language. */

import { moveStyle } from '../games/moveStyle';
import { pieceInSentence } from '../games/pieceNames';
import { refusalCodeText, refusalText } from '../games/refusals';
import { locale } from '../i18n/locale.svelte';
import { m } from '../paraglide/messages';
import type { TypedMove } from '../rules/module';
import type { Refusal } from '../rules/refusal';
import type { VariantId } from '../rules/variant';
import { examples } from './examples';

export function refusalOf({ reading }: TypedMove): Refusal | null {
	if (reading.kind !== 'illegal' || !reading.refusal) return null;
	return { ...reading.refusal, piece: reading.piece?.replace('+', 'p') };
}

export function problemText(game: VariantId, text: string, answer: TypedMove): string {
	const { reading } = answer;
	switch (reading.kind) {
		case 'legal':
			return '';
		case 'unreadable':
			return m.typed_unreadable({ text, examples: examples(game, moveStyle(game, locale())) });
		case 'ambiguous':
			return m.typed_ambiguous({ text, moves: answer.candidates.map((one) => one.text).join(' / ') });
		case 'illegal': {
			const refusal = refusalOf(answer);
			if (refusal) return refusalText(game, refusal);
			return refusalCodeText(game, 'wrong-movement', reading.piece?.replace('+', 'p'));
		}
		case 'no-piece': {
			if (!reading.piece) return m.typed_nobody();
			return m.typed_nobody_piece({ piece: pieceInSentence(game, reading.piece.replace('+', 'p')) });
		}
	}
}
