/** Announcement of a game's state on request. */

import type { Session } from '../session/session';
import { say, sayTurn } from '../widgets/announcer.svelte';
import { gameResultText, turnText } from './gameText';

export function sayStanding(session: Session): void {
	if (session.outcome) say(gameResultText(session, session.outcome));
	else sayTurn(turnText(session));
}
