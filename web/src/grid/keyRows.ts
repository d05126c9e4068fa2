/** The squares of a board row by row, as it is seen. */
import { keyAt } from '../board/geometry';
import type { Look, Side } from '../games/variant';
import type { Key } from '../rules/module';

/** From the upper left, with `bottom` below. */
export function keyRows(board: Pick<Look, 'files' | 'ranks'>, bottom: Side): Key[][] {
	return Array.from({ length: board.ranks }, (_, row) =>
		Array.from({ length: board.files }, (_, column) => keyAt({ column, row }, board, bottom)),
	);
}
