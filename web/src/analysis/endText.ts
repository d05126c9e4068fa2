/** How a recorded game ended, in words. */
import { reasonText } from '../games/texts';
import { endWords } from '../play/gameWords';
import type { RecordEnd } from '../records/record';
import type { GameOutcome } from '../rules/module';
import type { Session } from '../session/session';

/** Reasons that the page does not know are shown as the record spells them. */
export function endText(session: Session, { reason, winner, text }: RecordEnd): string {
	if (reasonText(reason) === reason) return text ?? reason;
	return endWords(session, { reason: reason as GameOutcome['reason'], winner, ply: 0 });
}
