/** Records of sessions. */
import type { ClockSettings } from '../protocol';
import { lineOf, named, rulesOf } from '../records/ofLink';
import { type RecordedGame, recordEnd } from '../records/record';
import type { VariantSpec } from '../rules/module';
import type { Side } from '../rules/variant';
import type { Session } from './session';

/** Time control in PGN: `600+5`, `600:1/30`; empty without a clock. */
export function timeControl(clock: ClockSettings): string {
	const seconds = (ms: number) => String(ms / 1000);
	switch (clock.kind) {
		case 'none':
			return '';
		case 'sudden':
			return seconds(clock.main_ms);
		case 'increment':
			return `${seconds(clock.main_ms)}+${seconds(clock.increment_ms)}`;
		case 'byoyomi':
			return seconds(clock.main_ms) + `:1/${seconds(clock.period_ms)}`.repeat(clock.periods);
	}
}

function dateText(ms: number): string {
	const date = new Date(ms);
	const two = (part: number) => String(part).padStart(2, '0');
	return `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
}

export function recordOfSession(session: Session, spec: Pick<VariantSpec, 'rules'>): RecordedGame {
	const { history, outcome, players, startedAt } = session;
	// Players on one device have no names.
	const name = (side: Side) => (session.oneDevice ? '' : players[side].name);
	const end =
		outcome && outcome.reason !== 'cancelled' ? recordEnd({ reason: outcome.reason, winner: outcome.winner }) : null;
	return {
		game: session.game,
		start: history.at(0).position,
		headers: named([
			['Date', startedAt === undefined ? '' : dateText(startedAt)],
			['White', name('first')],
			['Black', name('second')],
			['TimeControl', timeControl(session.clockSettings)],
		]),
		rules: rulesOf(history.rulesSet, spec),
		nodes: lineOf(history.now.moves, end),
	};
}
