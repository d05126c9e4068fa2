/** Board squares in reading order. */
import { squareAt } from '../rules/geometry';
import type { SquareName } from '../rules/module';
import type { Look, Side } from '../rules/variant';

export function squareRows(board: Pick<Look, 'files' | 'ranks'>, bottom: Side): SquareName[][] {
	return Array.from({ length: board.ranks }, (_, row) =>
		Array.from({ length: board.files }, (_, column) => squareAt({ column, row }, board, bottom)),
	);
}
