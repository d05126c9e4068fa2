/** Announcement of a game's state on request. */
import { resultWords, turnWords } from '../play/gameWords';
import type { Session } from '../session/session';
import { say, sayTurn } from './announcer.svelte';

export function sayStanding(session: Session): void {
	if (session.outcome) say(resultWords(session, session.outcome));
	else sayTurn(turnWords(session));
}
