/** Announcement of a game's state on request. */

import type { Session } from '../session/session';
import { say, sayTurn } from '../widgets/announcer.svelte';
import { resultWords, turnWords } from './gameWords';

export function sayStanding(session: Session): void {
	if (session.outcome) say(resultWords(session, session.outcome));
	else sayTurn(turnWords(session));
}
