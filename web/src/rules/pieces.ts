/** Parser for the board field of a position, for display only. */

import type { SquareName } from './module';
import { TRAITS } from './traits';
import type { Look, Side, VariantId } from './variant';

export interface PlacedPiece {
	square: SquareName;
	side: Side;
	/** `P`, or `pP` when promoted. */
	letter: string;
}

export function piecesOf(board: string, look: Pick<Look, 'files'>): PlacedPiece[] {
	return board.split('/').flatMap((row, rank) => {
		const found: PlacedPiece[] = [];
		let column = 0;
		for (const [token] of row.matchAll(/\d+|\+?[A-Za-z]/g)) {
			if (/\d/.test(token)) {
				column += Number(token);
				continue;
			}
			const letter = token.replace('+', '');
			found.push({
				square: `${look.files - column}${String.fromCharCode('a'.charCodeAt(0) + rank)}`,
				side: letter === letter.toUpperCase() ? 'first' : 'second',
				letter: (token.startsWith('+') ? 'p' : '') + letter.toUpperCase(),
			});
			column += 1;
		}
		return found;
	});
}

export function pieceAt(board: string, look: Pick<Look, 'files'>, square: SquareName): PlacedPiece | undefined {
	return piecesOf(board, look).find((piece) => piece.square === square);
}

/** Castling side of a king move over two files; null in variants without castling. */
export function castling(game: VariantId, letter: string, from: SquareName, to: SquareName): 'short' | 'long' | null {
	const files = Number.parseInt(from, 10) - Number.parseInt(to, 10);
	if (!TRAITS[game].castles || letter !== 'K' || Math.abs(files) !== 2) return null;
	return files > 0 ? 'short' : 'long';
}
