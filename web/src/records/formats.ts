/** Record formats for writing; `docs/records.md` lists what each of them keeps. */
import { isChess, type VariantId } from '../rules/variant';
import type { RecordEncoding, RecordFormat } from './record';

export interface RecordFormatInfo {
	id: RecordFormat;
	/** Not translated. */
	name: string;
	/** File extension of the first encoding, without a dot. */
	extension: string;
	/** Encodings with their file extensions; the usual one first. */
	encodings: readonly { encoding: RecordEncoding; extension: string }[];
	games: readonly VariantId[];
	type: string;
}

const ALL: readonly VariantId[] = ['shogi', 'minishogi', 'torishogi', 'shogun'];
const WITH_KANJI: readonly VariantId[] = ['shogi', 'minishogi', 'torishogi'];

function format(
	id: RecordFormat,
	extensions: readonly [encoding: RecordEncoding, extension: string][],
	games: readonly VariantId[],
	type = 'text/plain',
): RecordFormatInfo {
	const encodings = extensions.map(([encoding, extension]) => ({ encoding, extension }));
	const extension = encodings[0]?.extension ?? id;
	return { id, name: id.toUpperCase(), extension, encodings, games, type };
}

export const RECORD_FORMATS: readonly RecordFormatInfo[] = [
	format(
		'kif',
		[
			['utf-8', 'kifu'],
			['shift-jis', 'kif'],
		],
		WITH_KANJI,
	),
	format(
		'ki2',
		[
			['utf-8', 'ki2u'],
			['shift-jis', 'ki2'],
		],
		WITH_KANJI,
	),
	format('csa', [['utf-8', 'csa']], ['shogi', 'minishogi']),
	format('pgn', [['utf-8', 'pgn']], ALL, 'application/x-chess-pgn'),
	format('usi', [['utf-8', 'usi']], ALL),
	format('jkf', [['utf-8', 'json']], ALL, 'application/json'),
];

export function formatInfo(id: RecordFormat): RecordFormatInfo {
	const found = RECORD_FORMATS.find((format) => format.id === id);
	if (!found) throw new Error(`no such format: ${id}`);
	return found;
}

/** The format offered first. */
export function usualFormat(game: VariantId): RecordFormat {
	return isChess(game) ? 'pgn' : 'kif';
}

export function formatsFor(game: VariantId): RecordFormatInfo[] {
	return RECORD_FORMATS.filter(({ games }) => games.includes(game));
}
