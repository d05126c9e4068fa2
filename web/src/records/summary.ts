/** What is said of a record in lists: players, date, moves, result. */
import { moveNumber } from '../games/moveCount';
import { sideName } from '../games/names';
import { reasonText } from '../games/texts';
import { m } from '../paraglide/messages';
import type { RecordEnd, RecordedGame } from './record';

export function headerOf(record: RecordedGame, name: string): string {
	return record.headers.find(([known]) => known === name)?.[1] ?? '';
}

/** The nodes of the main line in their order, without the start; its end included. */
export function mainLine({ nodes }: Pick<RecordedGame, 'nodes'>): number[] {
	const first = new Map<number, number>();
	for (const [index, { parent }] of nodes.entries())
		if (index > 0 && !first.has(parent)) first.set(parent, index);
	const line: number[] = [];
	for (let next = first.get(0); next !== undefined; next = first.get(next)) line.push(next);
	return line;
}

/** The moves of the main line as canonical text. */
export function movesOf(record: Pick<RecordedGame, 'nodes'>): string[] {
	return mainLine(record).flatMap((index) => record.nodes[index]?.move ?? []);
}

export function endOf(record: Pick<RecordedGame, 'nodes'>): RecordEnd | null {
	const last = mainLine(record).at(-1);
	return (last !== undefined && record.nodes[last]?.end) || null;
}

function resultText(record: RecordedGame): string {
	const end = endOf(record);
	if (!end) return '';
	if (end.winner) return m.result_wins({ side: sideName(record.game, end.winner) });
	if (['interrupted', 'forfeit', 'no-mate', 'other'].includes(end.reason)) return end.text ?? '';
	return m.result_drawn_by({ reason: reasonText(end.reason) });
}

/** Who played: names where the record has them, else the sides. */
export function playersText(record: RecordedGame): string {
	const name = (header: string, side: 'first' | 'second') =>
		headerOf(record, header) || sideName(record.game, side);
	return `${name('White', 'first')} – ${name('Black', 'second')}`;
}

/** Event, date, number of moves and result, as far as they are known. */
export function aboutText(record: RecordedGame): string {
	const moves = movesOf(record).length;
	const count = moves === 0 ? m.records_position() : m.home_moves({ count: moveNumber(record.game, moves) });
	const parts = [headerOf(record, 'Event'), headerOf(record, 'Date'), count, resultText(record)];
	return parts.filter(Boolean).join(' · ');
}

/** Characters that names of files may not have on some system. */
const NOT_IN_NAMES = /[\\/:*?"<>|\s]+/g;

/** Name of a file for a record, without extension. */
export function fileName(record: RecordedGame): string {
	const date = headerOf(record, 'Date').slice(0, 10).replaceAll(/[/.]/g, '-');
	const named = [record.game, date, headerOf(record, 'White'), headerOf(record, 'Black')];
	const text = named.filter(Boolean).join('-').replaceAll(NOT_IN_NAMES, '_');
	return text.slice(0, 80);
}
