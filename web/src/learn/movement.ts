/** Movement of a piece, computed from the rules, and a position to try it in. */

import type { RulesModule, SquareName, VariantSpec } from '../rules/module';
import { kindOf, type Reach, reachFrom } from '../rules/reach';
import { isChess, LOOKS, type VariantId } from '../rules/variant';

const RANK_A = 'a'.charCodeAt(0);

interface Place {
	file: number;
	/** Row of the diagram, 0 at the top. */
	row: number;
}

function squareAt({ file, row }: Place): SquareName {
	return `${file}${String.fromCharCode(RANK_A + row)}`;
}

/** Square of the shown piece: the centre; a king lower on small boards, away from the other king. */
function place(game: VariantId, letter: string): Place {
	const { files, ranks } = LOOKS[game];
	const low = letter === 'K' && ranks < 6 ? 1 : 0;
	return { file: Math.ceil((files + 1) / 2), row: Math.floor(ranks / 2) + low };
}

/** Squares reached on an empty board by the first side. */
export function reach(game: VariantId, spec: VariantSpec, letter: string): Reach[] {
	return reachFrom(LOOKS[game], kindOf(spec, letter).moves, squareAt(place(game, letter)), 'first');
}

function boardText(game: VariantId, pieces: ReadonlyMap<SquareName, string>): string {
	const { files, ranks } = LOOKS[game];
	const rows = Array.from({ length: ranks }, (_, row) =>
		Array.from({ length: files }, (_, column) => pieces.get(squareAt({ file: files - column, row })) ?? '1').join(''),
	);
	return rows.map((row) => row.replace(/1+/g, (gap) => String(gap.length))).join('/');
}

/** Squares from the corners inward, for kings out of the way. */
function fromTheEdge(game: VariantId, rows: 'top' | 'bottom'): Place[] {
	const { files, ranks } = LOOKS[game];
	const places = Array.from({ length: files * ranks }, (_, i) => ({
		file: (i % files) + 1,
		row: Math.floor(i / files),
	}));
	const distance = ({ file, row }: Place) =>
		(rows === 'top' ? row : ranks - 1 - row) * files + Math.min(file - 1, files - file);
	return places.sort((a, b) => distance(a) - distance(b));
}

export function movementPosition(rules: RulesModule, game: VariantId, spec: VariantSpec, letter: string): string {
	const written = letter.replace('p', '+');
	const stands = squareAt(place(game, letter));
	const reached = reach(game, spec, letter);
	const taken = new Set([stands, ...reached.map(({ square }) => square)]);
	const quiet = reached.filter(({ only }) => only !== 'capture').map(({ square }) => square);
	const isKing = letter === 'K';
	for (const own of isKing ? [null] : fromTheEdge(game, 'bottom')) {
		if (own && taken.has(squareAt(own))) continue;
		for (const enemy of fromTheEdge(game, 'top')) {
			if (taken.has(squareAt(enemy)) || (own && squareAt(own) === squareAt(enemy))) continue;
			const pieces = new Map([
				[stands, written],
				[squareAt(enemy), 'k'],
			]);
			if (own) pieces.set(squareAt(own), 'K');
			const board = boardText(game, pieces);
			const position = isChess(game) ? `${board}[] w - - 0 1` : `${board} b - 1`;
			if (goesFreely(rules, game, position, stands, quiet)) return position;
		}
	}
	throw new Error(`${game}: there is no room to show ${letter}`);
}

function goesFreely(
	rules: RulesModule,
	game: VariantId,
	position: string,
	from: SquareName,
	reached: readonly SquareName[],
): boolean {
	try {
		rules.checkPosition(game, position);
	} catch {
		return false;
	}
	const live = new rules.Game(game, position, {});
	try {
		const targets = live.destinations().moves[from] ?? [];
		return [...targets].sort().join() === [...reached].sort().join();
	} finally {
		live.free();
	}
}
