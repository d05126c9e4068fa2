/** The toss in words. */
import { sideName } from '../games/names';
import { m } from '../paraglide/messages';
import type { Session } from '../session/session';
import { FACE_TEXT } from './furigoma';

/** Who tossed, and what that makes them. */
export function tossResult({ toss, game, oneDevice, players }: Session): string {
	if (!toss) return '';
	const who = oneDevice ? m.furigoma_below() : players[toss.tosser].name;
	return m.furigoma_result({ who, side: sideName(game, toss.tosser) });
}

/** The line in the list of moves; empty where nothing was tossed. */
export function tossText(session: Session): string {
	if (!session.toss) return '';
	const faces = session.toss.faces.map((face) => FACE_TEXT[face]).join('');
	return m.furigoma_line({ faces, result: tossResult(session) });
}
