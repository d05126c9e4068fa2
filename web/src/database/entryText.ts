import { moveNumber } from '../games/moveCount';
import { gameName, sideName } from '../games/names';
import { isBrokenOff, reasonText } from '../games/resultText';
import type { Level } from '../levels/levels';
import { computerName } from '../levels/levelText';
import { m } from '../paraglide/messages';
import { sideToMove } from '../rules/positionText';
import { other, type Side, type VariantId } from '../rules/variant';
import type { GameEntry } from './games';

function player({ game, players, you }: GameEntry, side: Side): string {
	if (you === side) return m.play_you();
	const [, level] = /^computer\.(.+)$/.exec(players[side]) ?? [];
	if (level) return computerName(level as Level);
	return players[side] || sideName(game, side);
}

export function titleOf(entry: GameEntry): string {
	const { kind, name, players, you } = entry;
	if (name) return name;
	if (you) return player(entry, other(you));
	if (kind === 'device') return m.new_opponent_device();
	if (!players.first && !players.second) return kind === 'analysis' ? m.games_kind_analysis() : m.games_untitled();
	return m.games_versus({ first: player(entry, 'first'), second: player(entry, 'second') });
}

/** Text that the name filter searches. */
export function namesOf(entry: GameEntry): string {
	return [titleOf(entry), player(entry, 'first'), player(entry, 'second')].join('\n');
}

function winnerText(game: VariantId, winner: Side, you: Side | null, odds: boolean): string {
	if (you === null) return m.result_wins({ side: sideName(game, winner, odds) });
	return winner === you ? m.result_you_win() : m.result_you_lose();
}

export function resultText({ game, outcome, you, odds = false }: GameEntry): string {
	if (!outcome) return m.games_open();
	const why = reasonText(outcome.reason);
	// A reason that only the record can name.
	if (why === outcome.reason && outcome.winner === null) return outcome.text ?? m.games_open();
	if (isBrokenOff(outcome.reason)) return why;
	const who = outcome.winner === null ? m.result_draw() : winnerText(game, outcome.winner, you, odds);
	return why === outcome.reason ? [who, outcome.text].filter(Boolean).join(' · ') : `${who} · ${why}`;
}

export function movesOf({ game, plies, start }: GameEntry): number {
	return moveNumber(game, plies, sideToMove(game, start));
}

/** Label for screen readers. */
export function labelOf(entry: GameEntry): string {
	return `${gameName[entry.game]()}, ${titleOf(entry)}`;
}
