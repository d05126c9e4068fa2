/** The formats in which records are written; `docs/records.md` says what each of them keeps. */
import type { VariantId } from '../games/variant';
import type { RecordEncoding, RecordFormat } from './record';

export interface RecordFormatInfo {
	id: RecordFormat;
	/** The same in every language. */
	name: string;
	/** Of files in the usual encoding, without a dot. */
	extension: string;
	/** The usual encoding first, each with the extension of its files. */
	encodings: readonly { encoding: RecordEncoding; extension: string }[];
	/** The games that the format can hold. */
	games: readonly VariantId[];
	/** Media type of its files. */
	type: string;
}

const ALL: readonly VariantId[] = ['shogi', 'minishogi', 'torishogi', 'shogun'];
const WITH_KANJI: readonly VariantId[] = ['shogi', 'minishogi', 'torishogi'];

function format(
	id: RecordFormat,
	extensions: Partial<Record<RecordEncoding, string>>,
	games: readonly VariantId[],
	type = 'text/plain',
): RecordFormatInfo {
	const encodings = (Object.entries(extensions) as [RecordEncoding, string][]).map(
		([encoding, extension]) => ({ encoding, extension }),
	);
	const extension = encodings[0]?.extension ?? id;
	return { id, name: id.toUpperCase(), extension, encodings, games, type };
}

export const RECORD_FORMATS: readonly RecordFormatInfo[] = [
	format('kif', { 'utf-8': 'kifu', 'shift-jis': 'kif' }, WITH_KANJI),
	format('ki2', { 'utf-8': 'ki2u', 'shift-jis': 'ki2' }, WITH_KANJI),
	format('csa', { 'utf-8': 'csa' }, ['shogi', 'minishogi']),
	format('pgn', { 'utf-8': 'pgn' }, ALL, 'application/x-chess-pgn'),
	format('usi', { 'utf-8': 'usi' }, ALL),
	format('jkf', { 'utf-8': 'json' }, ALL, 'application/json'),
];

export function formatInfo(id: RecordFormat): RecordFormatInfo {
	const found = RECORD_FORMATS.find((format) => format.id === id);
	if (!found) throw new Error(`no such format: ${id}`);
	return found;
}

/** The formats that can hold a game. */
export function formatsFor(game: VariantId): RecordFormatInfo[] {
	return RECORD_FORMATS.filter(({ games }) => games.includes(game));
}
