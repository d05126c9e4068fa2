/** Summary of a record for lists: players, date, moves, result. */
import { moveNumber } from '../games/moveCount';
import { sideName } from '../games/names';
import { reasonText } from '../games/resultText';
import { m } from '../paraglide/messages';
import { endOf, mainMoves } from './mainLine';
import type { RecordedGame } from './record';

export function headerOf(record: RecordedGame, name: string): string {
	return record.headers.find(([known]) => known === name)?.[1] ?? '';
}

/** Result text; empty if the record does not say. */
export function resultText(record: RecordedGame): string {
	const end = endOf(record.nodes);
	if (!end) return '';
	if (end.winner) return m.result_wins({ side: sideName(record.game, end.winner) });
	if (['interrupted', 'forfeit', 'disconnected', 'no-mate', 'other'].includes(end.reason)) return end.text ?? '';
	return m.result_drawn_by({ reason: reasonText(end.reason) });
}

export function playersText(record: RecordedGame): string {
	const name = (header: string, side: 'first' | 'second') => headerOf(record, header) || sideName(record.game, side);
	return `${name('White', 'first')} – ${name('Black', 'second')}`;
}

export function aboutText(record: RecordedGame): string {
	const moves = mainMoves(record.nodes).length;
	const count = moves === 0 ? m.records_position() : m.home_moves({ count: moveNumber(record.game, moves) });
	const parts = [headerOf(record, 'Event'), headerOf(record, 'Date'), count, resultText(record)];
	return parts.filter(Boolean).join(' · ');
}

/** Characters invalid in file names on some system, and spaces. */
const NOT_IN_NAMES = /[\\/:*?"<>|\s]+/g;

export function fileName(record: RecordedGame): string {
	const date = headerOf(record, 'Date').slice(0, 10).replaceAll(/[/.]/g, '-');
	const named = [record.game, date, headerOf(record, 'White'), headerOf(record, 'Black')];
	const text = named.filter(Boolean).join('-').replaceAll(NOT_IN_NAMES, '_');
	return text.slice(0, 80);
}
