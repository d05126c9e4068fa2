/** The toss in words. */
import { sideName } from '../games/names';
import { m } from '../paraglide/messages';
import type { Session } from '../session/session';
import { FACE_TEXT } from './furigoma';

/** Who plays first: said of the reader, or of who tossed where that is nobody's or everybody's page. */
export function tossResult({ toss, game, oneDevice, isWatcher, players, bottomSide }: Session): string {
	if (!toss) return '';
	const mine = !oneDevice && !isWatcher;
	const of = mine ? bottomSide : toss.tosser;
	const side = sideName(game, of);
	if (mine) return of === 'first' ? m.furigoma_you_first({ side }) : m.furigoma_you_second({ side });
	const who = oneDevice ? m.furigoma_below() : players[of].name;
	return of === 'first' ? m.furigoma_first({ who, side }) : m.furigoma_second({ who, side });
}

/** The line in the list of moves; empty where nothing was tossed. */
export function tossText(session: Session): string {
	if (!session.toss) return '';
	const faces = session.toss.faces.map((face) => FACE_TEXT[face]).join('');
	return m.furigoma_line({ faces, result: tossResult(session) });
}
