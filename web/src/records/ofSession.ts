/** Conversion of sessions and linked games to records. */
import type { Side } from '../games/variant';
import type { ClockSettings } from '../protocol';
import type { RulesModule, VariantSpec } from '../rules/module';
import { openGame } from '../rules/problem';
import { knownPlayer } from '../session/computerPlayer';
import type { Session } from '../session/session';
import type { LinkedGame } from '../share/link';
import { type RecordEnd, type RecordedGame, type RecordNode, recordEnd } from './record';

function lineOf(moves: readonly string[], end: RecordEnd | null): RecordNode[] {
	const nodes: RecordNode[] = [{ parent: -1 }];
	for (const move of moves) nodes.push({ parent: nodes.length - 1, move });
	if (end) nodes.push({ parent: nodes.length - 1, end });
	return nodes;
}

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

const named = (headers: [string, string][]) => headers.filter(([, value]) => value !== '');

/** Rules that differ from the variant's defaults; null if none do. */
function rulesOf(
	rules: Record<string, string>,
	spec: Pick<VariantSpec, 'rules'>,
): Record<string, string> | null {
	const chosen = Object.entries(rules).filter(([key, value]) => spec.rules[key] !== value);
	return chosen.length > 0 ? Object.fromEntries(chosen) : null;
}

export function recordOfSession(session: Session, spec: Pick<VariantSpec, 'rules'>): RecordedGame {
	const { history, outcome, players, startedAt } = session;
	// Players on one device have no names.
	const name = (side: Side) => (session.oneDevice ? '' : players[side].name);
	const end =
		outcome && outcome.reason !== 'cancelled'
			? recordEnd({ reason: outcome.reason, winner: outcome.winner })
			: null;
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

export function recordOfLink(
	rules: RulesModule,
	{ game, start, moves, end, names, ...rest }: LinkedGame,
): RecordedGame {
	const played = openGame(rules, game, start, moves, rest.rules);
	const name = (side: Side) => (names[side] ? knownPlayer(game, names[side]).name : '');
	try {
		const { outcome } = played.state();
		const ended = outcome ? { reason: outcome.reason, winner: outcome.winner } : end;
		return {
			game,
			start: played.at(0).position,
			headers: named([
				['White', name('first')],
				['Black', name('second')],
			]),
			rules: rulesOf(rest.rules, rules.gameSpec(game)),
			nodes: lineOf(moves, ended),
		};
	} finally {
		played.free();
	}
}
