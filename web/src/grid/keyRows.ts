/** Board squares in reading order. */
import { keyAt } from '../rules/geometry';
import type { Key } from '../rules/module';
import type { Look, Side } from '../rules/variant';

export function keyRows(board: Pick<Look, 'files' | 'ranks'>, bottom: Side): Key[][] {
	return Array.from({ length: board.ranks }, (_, row) =>
		Array.from({ length: board.files }, (_, column) => keyAt({ column, row }, board, bottom)),
	);
}
