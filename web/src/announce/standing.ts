/** How a game stands, said when it is asked for. */
import { resultWords, turnWords } from '../play/gameWords';
import type { Session } from '../session/session';
import { say, sayTurn } from './announcer.svelte';

/** Whose turn it is, or the result once the game is over. */
export function sayStanding(session: Session): void {
	if (session.outcome) say(resultWords(session, session.outcome));
	else sayTurn(turnWords(session));
}
