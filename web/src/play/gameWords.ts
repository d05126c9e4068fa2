/** Whose turn it is and how the game ended, in words that are shown and announced alike. */
import { squareName } from '../board/geometry';
import { LOOKS } from '../games/game';
import { pieceName, sideName } from '../games/names';
import { reasonText } from '../games/texts';
import { m } from '../paraglide/messages';
import { shownPremove } from '../premove/premove';
import type { GameOutcome } from '../rules/module';
import type { Session } from '../session/session';

export function turnWords(session: Session): string {
	const { now } = session.table;
	const turn = m.play_turn({ side: sideName(session.game, now.side, session.handicap) });
	if (session.oneDevice) return turn;
	return session.movers.length > 0 ? m.play_your_turn() : session.players[now.side].note || turn;
}

/** The move that waits for its turn, or null. */
export function premoveWords({ game, premove }: Session): string | null {
	const waits = premove && shownPremove(premove.move, LOOKS[game]);
	if (!waits) return null;
	const names = [waits.from, waits.to]
		.filter((key) => key !== null)
		.map((key) => squareName(key, LOOKS[game]));
	const drop = waits.drop ? `${pieceName(game, waits.drop)} ` : '';
	return m.premove_waits({ move: `${drop}${names.join('→')}${waits.promote ? ` (+)` : ''}` });
}

export function headline(session: Session, { winner, reason }: GameOutcome): string {
	if (winner === null) return reason === 'cancelled' ? reasonText('cancelled') : m.result_draw();
	if (session.players[winner].you) return m.result_you_win();
	if (session.players[winner === 'first' ? 'second' : 'first'].you) return m.result_you_lose();
	return m.result_wins({ side: sideName(session.game, winner, session.handicap) });
}

/** The end in one sentence. */
export function resultWords(session: Session, outcome: GameOutcome): string {
	const reason = outcome.reason === 'cancelled' ? [] : [reasonText(outcome.reason)];
	return [m.result_title(), headline(session, outcome), ...reason].join(': ');
}
