/**
 * Parser for a typed or pasted start position: position text, or a USI or UCI `position` command with moves.
 */

import { gameName } from '../games/names';
import { positionErrorText } from '../games/positionErrors';
import { m } from '../paraglide/messages';
import { isKomadaiError, type RulesModule } from '../rules/module';
import { checkSetup, isProblem, openGame } from '../rules/problem';
import type { VariantId } from '../rules/variant';
import { mainMoves } from './mainLine';
import { problemText } from './problemText';
import type { ReadRecord } from './record';

export type ReadPosition = { position: string } | { problem: string };

interface Parts {
	/** Empty for the usual start. */
	position: string;
	/** Index of the position within the input. */
	offset: number;
	moves: string[];
}

/** Header lines and moves of KIF, KI2, CSA and PGN. */
const RECORD =
	/手数-*指手|手合割|^\s*[▲△☗☖▽]|^\s*\d+\s+[１-９1-9同]\s*[一二三四五六七八九　 ]|^\s*(V2|PI$|N[+-]|[+-]\d{4}[A-Z]{2})|^\s*\[\w+\s+"|^\s*1\.\s*\S/m;

/** `position`, `sfen`, `fen` and `startpos` are keywords of USI and UCI. */
export function partsOf(text: string): Parts {
	const [head, ...tail] = text.split(/\bmoves\b/);
	const start = /^\s*(position\s+)?(sfen\s+|fen\s+|startpos\b)?\s*/.exec(head ?? '')?.[0] ?? '';
	return {
		position: (head ?? '').slice(start.length).trim(),
		offset: start.length,
		moves: tail.join(' ').split(/\s+/).filter(Boolean),
	};
}

function afterMoves(rules: RulesModule, game: VariantId, start: string, moves: readonly string[]): ReadPosition {
	const played = openGame(rules, game, start, []);
	try {
		for (const [index, move] of moves.entries()) {
			try {
				played.play(move);
			} catch {
				return { problem: m.new_position_bad_move({ number: index + 1, move }) };
			}
		}
		const { position, outcome } = played.state();
		return outcome ? { problem: m.position_ended() } : { position };
	} finally {
		played.free();
	}
}

export function isRecord(text: string): boolean {
	return RECORD.test(text);
}

export function finalPosition(
	rules: RulesModule,
	game: VariantId,
	{ record, problems }: Pick<ReadRecord, 'record' | 'problems'>,
): ReadPosition {
	if (record.game !== game) return { problem: m.records_other_game({ game: gameName[record.game]() }) };
	const [first] = problems;
	if (first) {
		const { place, found, what } = problemText(game, first);
		return { problem: [place, found && `“${found}”`, what].filter(Boolean).join(' ') };
	}
	if (isProblem(record.start)) return { problem: m.position_no_king() };
	return afterMoves(rules, game, record.start, mainMoves(record.nodes));
}

/** Canonical text of the position, or the error to show. With `problems` one king may be missing. */
export function readPosition(rules: RulesModule, game: VariantId, text: string, problems = false): ReadPosition {
	const { position, offset, moves } = partsOf(text);
	try {
		const start =
			position === '' ? '' : problems ? checkSetup(rules, game, position) : rules.checkPosition(game, position);
		return afterMoves(rules, game, start, moves);
	} catch (error) {
		if (!isKomadaiError(error)) return { problem: m.position_other({ message: String(error) }) };
		// Errors are located in the pasted text, not in the part that was parsed.
		const before = text.slice(0, offset);
		const bytes = new TextEncoder().encode(before).length;
		const { offset: at } = error;
		return { problem: positionErrorText(error, text, at === undefined ? at : at + bytes) };
	}
}
