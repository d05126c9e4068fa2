/** What of a game goes into a link. */
import type { Side } from '../games/game';
import type { GameSpec } from '../rules/module';
import type { Session } from '../session/session';
import { type LinkedGame, STATED_ENDS } from './link';

export type What = 'game' | 'position';

/** Positions that have a name are called by it: that is shorter, and keeps the names of the sides. */
function startOf(session: Session, spec: GameSpec): string {
	const { start } = session.history;
	if (start === '' || start.startsWith('handicap:')) return start;
	const named = session.handicap ? spec.handicaps.find(({ position }) => position === start) : undefined;
	return named ? `handicap:${named.id}` : start;
}

function rulesOf(session: Session, spec: GameSpec): Record<string, string> {
	const chosen = Object.entries(session.history.rulesSet);
	return Object.fromEntries(chosen.filter(([key, value]) => spec.rules[key] !== value));
}

function namesOf({ players }: Session): LinkedGame['names'] {
	const { first, second } = players;
	return {
		...(first.known ? { first: first.known } : {}),
		...(second.known ? { second: second.known } : {}),
	};
}

export function linkedGameOf(session: Session, spec: GameSpec, what: What, bottom: Side): LinkedGame {
	const { game, history, outcome } = session;
	const rules = rulesOf(session, spec);
	if (what === 'position')
		return { game, start: history.positionText(), rules, moves: [], end: null, at: null, bottom, names: {} };
	const stated = outcome && STATED_ENDS.some((reason) => reason === outcome.reason);
	return {
		game,
		start: startOf(session, spec),
		rules,
		moves: [...history.now.moves],
		end: stated ? { reason: outcome.reason, winner: outcome.winner } : null,
		at: history.browsed,
		bottom,
		names: namesOf(session),
	};
}
