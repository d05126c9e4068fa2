/** Why a typed text is no move, in the page's language. */
import type { GameId } from '../games/game';
import { moveStyle } from '../games/moveStyle';
import { pieceInSentence } from '../games/names';
import { refusalText } from '../games/texts';
import { locale } from '../i18n/locale.svelte';
import { m } from '../paraglide/messages';
import type { TypedMove } from '../rules/contract';
import { examples } from './examples';

export function problemText(game: GameId, text: string, answer: TypedMove): string {
	switch (answer.problem) {
		case undefined:
			return '';
		case 'unreadable':
			return m.typed_unreadable({ text, examples: examples(game, moveStyle(game, locale())) });
		case 'ambiguous':
			return m.typed_ambiguous({ text, moves: answer.candidates.map((one) => one.text).join(' / ') });
		case 'illegal':
			return refusalText(game, answer.refusal?.code ?? '', answer.refusal?.piece);
		case 'nobody': {
			if (!answer.piece) return m.typed_nobody();
			return m.typed_nobody_piece({ piece: pieceInSentence(game, answer.piece.replace('+', 'p')) });
		}
	}
}
