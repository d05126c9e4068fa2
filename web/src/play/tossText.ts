import { FACE_TEXT } from '../furigoma/furigoma';
import { sideName } from '../games/names';
import { m } from '../paraglide/messages';
import type { Session } from '../session/session';

/** Result of the toss: from the player's view, or the tosser's for watchers and shared devices. */
export function tossResult({ toss, game, oneDevice, isWatcher, players, bottomSide }: Session): string {
	if (!toss) return '';
	const mine = !oneDevice && !isWatcher;
	const of = mine ? bottomSide : toss.tosser;
	const side = sideName(game, of);
	if (mine) return of === 'first' ? m.furigoma_you_first({ side }) : m.furigoma_you_second({ side });
	const who = oneDevice ? m.furigoma_below() : players[of].name;
	return of === 'first' ? m.furigoma_first({ who, side }) : m.furigoma_second({ who, side });
}

export function tossText(session: Session): string {
	if (!session.toss) return '';
	const faces = session.toss.faces.map((face) => FACE_TEXT[face]).join('');
	return m.furigoma_line({ faces, result: tossResult(session) });
}
