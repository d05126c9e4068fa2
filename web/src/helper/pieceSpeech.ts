/** Screen reader text about a piece. */

import { squareSpeech } from '../announce/moveSpeech';
import { type Asked, promotedLetter, type Way } from '../board/ways';
import { pieceName } from '../games/pieceNames';
import { language } from '../i18n/language';
import { listed } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { GameState, VariantSpec } from '../rules/module';
import { kindOf } from '../rules/reach';
import { stepText } from './stepText';

export function pieceSpeech(spec: VariantSpec, state: GameState, asked: Asked, ways: readonly Way[]): string {
	const { game } = state;
	const name = pieceName(game, asked.letter);
	const squares = (some: readonly Way[]) => listed(some.map(({ square }) => squareSpeech(state, square)));
	const allowed = ways.filter(({ legal }) => legal);
	const barred = ways.filter(({ legal }) => !legal);
	const parts = [
		asked.from
			? m.helper_piece({ piece: name, square: squareSpeech(state, asked.from) })
			: m.helper_held({ piece: name }),
		m.helper_goes({ moves: stepText(kindOf(spec, asked.letter).moves) }),
	];
	const mine = asked.side === state.side;
	// Drops are counted: a list of most of the board is no help.
	if (mine && asked.from) {
		parts.push(allowed.length > 0 ? m.helper_now({ squares: squares(allowed) }) : m.helper_nowhere());
		if (barred.length > 0) parts.push(m.helper_barred_squares({ squares: squares(barred) }));
	} else if (asked.from && allowed.length > 0) parts.push(m.helper_then({ squares: squares(allowed) }));
	else if (mine) parts.push(m.helper_drops({ count: allowed.length }));
	const promoted = promotedLetter(spec, asked.letter);
	if (promoted)
		parts.push(m.helper_promotes({ piece: pieceName(game, promoted), moves: stepText(kindOf(spec, promoted).moves) }));
	return parts.join(language().space);
}
