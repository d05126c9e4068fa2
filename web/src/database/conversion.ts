/** Conversion of boards to games of the database. */

import { playerName } from '../games/names';
import { isBrokenOff } from '../games/resultText';
import type { ClockSettings, GamePage, PerSide, SideClock } from '../protocol';
import type { LinkedGame } from '../records/link';
import { type RecordEnd, type RecordedGame, type RecordNode, recordEnd } from '../records/record';
import type { RulesModule } from '../rules/module';
import { sideToMove } from '../rules/positionText';
import { other, type Side, type VariantId } from '../rules/variant';
import { type Board, stateOf } from './board';
import type { GameRecord } from './gameRecord';
import type { StoredGame } from './games';
import { textNumber } from './positionNumber';

type Clocks = PerSide<SideClock>;

/** Clock reading: main time, then the rest of the period. */
function leftMs({ main_ms, period_ms, in_byoyomi }: SideClock): number {
	return in_byoyomi ? period_ms : main_ms;
}

/** Time spent on a move; undefined in byo-yomi. */
function spentMs(clock: ClockSettings, before: SideClock, after: SideClock): number | undefined {
	if (clock.kind === 'none' || before.in_byoyomi || after.in_byoyomi) return undefined;
	const added = clock.kind === 'increment' ? clock.increment_ms : 0;
	return Math.max(0, before.main_ms + added - after.main_ms);
}

interface Played {
	moves: readonly string[];
	firstMover: Side;
	outcome: RecordEnd | null;
	clock?: ClockSettings;
	/** Clocks before each move, and after the last. */
	clocks?: readonly Clocks[];
}

function nodesOf({ moves, firstMover, outcome, clock, clocks = [] }: Played): RecordNode[] {
	const nodes: RecordNode[] = [{ parent: -1 }];
	for (const [index, move] of moves.entries()) {
		const mover = index % 2 === 0 ? firstMover : other(firstMover);
		const [before, after] = [clocks[index]?.[mover], clocks[index + 1]?.[mover]];
		const node: RecordNode = { parent: index, move };
		if (clock && clock.kind !== 'none' && before && after) {
			const spent = spentMs(clock, before, after);
			if (spent !== undefined) node.spentMs = spent;
			node.clockMs = leftMs(after);
		}
		nodes.push(node);
	}
	if (outcome) nodes.push({ parent: moves.length, end: recordEnd(outcome) });
	return nodes;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Local time as in records: `2026/11/23 13:05:00`. */
function dateTime(at: number): string {
	const date = new Date(at);
	const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('/');
	return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

function recordName(player: string): string {
	return player.replace(/^computer\.(.+)$/, (_, level) => `Komadai ${level}`);
}

function headersOf(players: PerSide<string>, at: number): RecordedGame['headers'] {
	const named: RecordedGame['headers'] = [
		['White', recordName(players.first)],
		['Black', recordName(players.second)],
		['StartTime', dateTime(at)],
	];
	return named.filter(([, value]) => value !== '');
}

/** Position text of a stored start: position text, `handicap:<id>`, or empty. */
function startText(rules: RulesModule, game: VariantId, start: string): string {
	const opened = new rules.Game(game, start, {});
	const { position } = opened.state();
	opened.free();
	return position;
}

export function localGame(rules: RulesModule, kept: GameRecord): StoredGame {
	const { id, game, opponent, moves, clock, createdAt, updatedAt } = kept;
	const computer = opponent.kind === 'computer' ? opponent : null;
	const players = { first: '', second: '' };
	if (computer) players[other(computer.you)] = `computer.${computer.level}`;
	const outcome = kept.outcome && { reason: kept.outcome.reason, winner: kept.outcome.winner };
	const start = startText(rules, game, kept.start);
	const clocks = kept.clocks ? [...kept.clocksBefore, kept.clocks] : kept.clocksBefore;
	const nodes = nodesOf({ moves, firstMover: sideToMove(game, start), outcome, clock, clocks });
	return {
		id,
		game,
		kind: opponent.kind,
		name: '',
		players,
		you: computer?.you ?? null,
		...(kept.start.startsWith('handicap:') ? { odds: true } : {}),
		outcome,
		createdAt,
		updatedAt,
		record: { game, start, headers: headersOf(players, createdAt), rules: kept.rules, nodes },
	};
}

export function friendGame({ seat, snapshot }: GamePage, now: number): StoredGame {
	const { id, settings, moves, created_at_ms } = snapshot;
	const { game, start, rules } = settings;
	const name = (side: Side) => {
		const player = snapshot.players[side];
		return player && seat !== side ? playerName(player) : '';
	};
	const called = (side: Side) => {
		const player = snapshot.players[side];
		return player ? playerName(player) : '';
	};
	const outcome = snapshot.outcome && { reason: snapshot.outcome.reason, winner: snapshot.outcome.winner };
	const headers = headersOf({ first: called('first'), second: called('second') }, created_at_ms);
	const nodes = nodesOf({ moves, firstMover: sideToMove(game, start), outcome });
	return {
		id,
		game,
		kind: 'friend',
		name: '',
		players: { first: name('first'), second: name('second') },
		you: seat === 'watcher' ? null : seat,
		...(settings.handicap === null ? {} : { odds: true }),
		outcome,
		createdAt: created_at_ms,
		updatedAt: now,
		record: { game, start, headers, rules, nodes },
	};
}

/** A game from a share link, with an id that depends on the link alone. */
export function linkedGame(rules: RulesModule, link: LinkedGame, fragment: string, now: number): StoredGame {
	const { game, moves, end, names } = link;
	const players = { first: names.first ?? '', second: names.second ?? '' };
	const replayed = rules.Game.replay(game, link.start, moves, link.rules);
	const shown = replayed.state().outcome;
	const start = replayed.at(0).position;
	replayed.free();
	const outcome = shown ? { reason: shown.reason, winner: shown.winner } : end;
	const nodes = nodesOf({ moves, firstMover: sideToMove(game, start), outcome });
	return {
		id: `link-${textNumber(fragment).toString(36)}`,
		game,
		kind: 'imported',
		name: '',
		players,
		you: null,
		outcome,
		createdAt: now,
		updatedAt: now,
		record: { game, start, headers: headersOf(players, now), rules: link.rules, nodes },
	};
}

function isOver({ snapshot: { status, moves, outcome } }: GamePage): boolean {
	return status === 'ended' && (moves.length > 0 || (outcome !== null && !isBrokenOff(outcome.reason)));
}

/** Game for lists and the analysis board; null without moves. */
export function gameOf(rules: RulesModule | null, board: Board, at: number): StoredGame | null {
	const state = stateOf(board);
	if (board.kind === 'local') {
		if (!rules || board.record.moves.length === 0) return null;
		try {
			return { ...localGame(rules, board.record), state, home: state };
		} catch {
			// The position or rules are no longer supported.
			return null;
		}
	}
	if (board.kind === 'free' || !isOver(board.page)) return null;
	const own = board.page.seat !== 'watcher';
	return { ...friendGame(board.page, at), state, ...(own ? { home: state } : {}) };
}
