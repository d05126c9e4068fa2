/** Positions and results of tries in words. */

import { handicapName } from '../games/handicapNames';
import { sideName } from '../games/names';
import { namingOf } from '../games/naming';
import { pieceName } from '../games/pieceNames';
import { refusalCodeText } from '../games/refusals';
import { reasonText } from '../games/resultText';
import { language } from '../i18n/language';
import { m } from '../paraglide/messages';
import { spokenSquare } from '../rules/geometry';
import type { GameState } from '../rules/module';
import { piecesOf } from '../rules/pieces';
import { LOOKS, type Side } from '../rules/variant';
import type { Played, Try } from './diagrams';
import type { Edition } from './edition';

const SIDES: readonly Side[] = ['first', 'second'];

/** Alternative text of a position. */
export function positionSpeech(edition: Edition, state: GameState): string {
	const { game } = edition;
	const { comma, space, kanji } = language(edition.language);
	const naming = namingOf(game);
	const pieces = piecesOf(state.board, LOOKS[game]);
	const parts = SIDES.flatMap((side) => {
		const own = pieces.filter((piece) => piece.side === side);
		const held = edition.spec.handOrder.flatMap((letter) => {
			const count = state.hands[side][letter] ?? 0;
			return count > 0 ? [m.hand_piece({ piece: pieceName(game, letter), count })] : [];
		});
		const on = own.map(({ letter, square }) => `${pieceName(game, letter)} ${spokenSquare(square, naming, kanji)}`);
		return [
			m.learn_alt_board({ side: sideName(game, side), pieces: on.join(comma) || m.play_hand_empty() }),
			...(held.length > 0 ? [m.learn_alt_hand({ side: sideName(game, side), pieces: held.join(comma) })] : []),
		];
	});
	if (!state.outcome) parts.push(m.learn_alt_turn({ side: sideName(game, state.side) }));
	return parts.join(space);
}

export function tryText(edition: Edition, { refusal, piece }: Try): string {
	return refusal ? refusalCodeText(edition.game, refusal.code, piece, refusal.limit) : m.learn_allowed();
}

export function endText(edition: Edition, { outcome }: Played): string | null {
	if (!outcome) return null;
	const reason = reasonText(outcome.reason);
	const result = outcome.winner ? m.result_wins({ side: sideName(edition.game, outcome.winner) }) : m.result_draw();
	return m.learn_end({ reason, result });
}

export function diagramTitle(id: string): string | null {
	return id.startsWith('handicap-') ? handicapName(id.slice('handicap-'.length)) : null;
}
