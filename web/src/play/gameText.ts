/** Texts of turn and result, for display and announcement. */

import { sideName } from '../games/names';
import { squareText } from '../games/naming';
import { pieceName } from '../games/pieceNames';
import { isBrokenOff, reasonText } from '../games/resultText';
import { language } from '../i18n/language';
import { labelled } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { GameOutcome } from '../rules/module';
import { moveParts } from '../rules/moveParts';
import { LOOKS, other } from '../rules/variant';
import type { Session } from '../session/session';

export function turnText(session: Session): string {
	const { now } = session.history;
	const turn = m.play_turn({ side: sideName(session.game, now.side, session.handicap) });
	if (session.oneDevice) return turn;
	if (session.movers.length > 0) return m.play_your_turn();
	const { name, note, about } = session.players[now.side];
	// No name for watchers, who know the players by their sides, nor for a computer.
	const isPerson = about === undefined && !session.isWatcher && !session.readOnly;
	return note || (isPerson ? m.play_turn_of({ name }) : turn);
}

export function premoveText({ game, premove }: Session): string | null {
	const waits = premove && moveParts(premove.move, LOOKS[game]);
	if (!waits) return null;
	const names = [waits.from, waits.to].filter((square) => square !== null).map((square) => squareText(game, square));
	const drop = waits.drop ? `${pieceName(game, waits.drop)} ` : '';
	return m.premove_waits({ move: `${drop}${names.join('→')}${waits.promote ? ` (+)` : ''}` });
}

export function headline(session: Session, { winner, reason }: GameOutcome): string {
	if (winner === null) return isBrokenOff(reason) ? reasonText(reason) : m.result_draw();
	if (session.players[winner].you) return m.result_you_win();
	if (session.players[other(winner)].you) return m.result_you_lose();
	return m.result_wins({ side: sideName(session.game, winner, session.handicap) });
}

/** In Tori Shogi the side that had to vary a repetition loses. */
export function whyText(session: Session, { winner, reason }: GameOutcome): string {
	if (reason !== 'repetition' || winner === null) return reasonText(reason);
	return m.reason_had_to_vary({ side: sideName(session.game, other(winner), session.handicap) });
}

/** `Gote won (resignation)` */
export function gameEndText(session: Session, outcome: GameOutcome): string {
	const { winner, reason } = outcome;
	if (isBrokenOff(reason)) return reasonText(reason);
	const why = whyText(session, outcome);
	const inside = language().hasCase && why === reasonText(reason) ? why.charAt(0).toLowerCase() + why.slice(1) : why;
	if (winner === null) return m.result_drawn_by({ reason: inside });
	return m.result_won_by({ side: sideName(session.game, winner, session.handicap), reason: inside });
}

export function gameResultText(session: Session, outcome: GameOutcome): string {
	const reason = isBrokenOff(outcome.reason) ? [] : [whyText(session, outcome)];
	return labelled(m.result_title(), headline(session, outcome), ...reason);
}
