/** Link contents of a session. */

import { type LinkedGame, STATED_ENDS } from '../records/link';
import type { RecordEnd } from '../records/record';
import type { VariantSpec } from '../rules/module';
import type { Side } from '../rules/variant';
import type { Session } from '../session/session';

export type What = 'game' | 'position';

/** Named handicap positions are written by name, which is shorter and keeps the handicap side names. */
function startOf(session: Session, spec: VariantSpec): string {
	const { start } = session.history;
	if (start === '' || start.startsWith('handicap:')) return start;
	const named = session.handicap ? spec.handicaps.find(({ position }) => position === start) : undefined;
	return named ? `handicap:${named.id}` : start;
}

function rulesOf(session: Session, spec: VariantSpec): Record<string, string> {
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

export interface WholeLine {
	moves: readonly string[];
	end: RecordEnd | null;
}

/** The session of an analysis board has only the moves up to the one shown; `line` is the whole line. */
export function linkedGameOf(
	session: Session,
	spec: VariantSpec,
	what: What,
	bottom: Side,
	line?: WholeLine,
): LinkedGame {
	const { game, history } = session;
	const outcome = line ? line.end : session.outcome;
	const rules = rulesOf(session, spec);
	if (what === 'position')
		return { game, start: history.positionText(), rules, moves: [], end: null, at: null, bottom, names: {} };
	const stated = STATED_ENDS.find((reason) => reason === outcome?.reason);
	const { ply } = history.now;
	return {
		game,
		start: startOf(session, spec),
		rules,
		moves: [...(line?.moves ?? history.now.moves)],
		end: stated ? { reason: stated, winner: outcome?.winner ?? null } : null,
		at: line ? (ply < line.moves.length ? ply : null) : history.browsed,
		bottom,
		names: namesOf(session),
	};
}
