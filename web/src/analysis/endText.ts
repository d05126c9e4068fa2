import { reasonText } from '../games/resultText';
import { gameEndText } from '../play/gameText';
import type { RecordEnd } from '../records/record';
import type { GameOutcome } from '../rules/module';
import type { Session } from '../session/session';

/** A reason unknown to the page is shown as the record spells it. */
export function endText(session: Session, { reason, winner, text }: RecordEnd): string {
	if (reasonText(reason) === reason) return text ?? reason;
	return gameEndText(session, { reason: reason as GameOutcome['reason'], winner, ply: 0 });
}
