/** Arrow key navigation between squares, as displayed. */
import { placeOf, squareAt } from '../rules/geometry';
import type { SquareName } from '../rules/module';
import type { Look, Side } from '../rules/variant';

type Board = Pick<Look, 'files' | 'ranks'>;

/** Target of a key, or null for other keys. `far` goes to the board's corners. */
export function walk(from: SquareName, key: string, far: boolean, board: Board, bottom: Side): SquareName | null {
	const place = placeOf(from, board, bottom);
	const last = { column: board.files - 1, row: board.ranks - 1 };
	switch (key) {
		case 'ArrowLeft':
			place.column = Math.max(0, place.column - 1);
			break;
		case 'ArrowRight':
			place.column = Math.min(last.column, place.column + 1);
			break;
		case 'ArrowUp':
			place.row = Math.max(0, place.row - 1);
			break;
		case 'ArrowDown':
			place.row = Math.min(last.row, place.row + 1);
			break;
		case 'Home':
			place.column = 0;
			if (far) place.row = 0;
			break;
		case 'End':
			place.column = last.column;
			if (far) place.row = last.row;
			break;
		case 'PageUp':
			place.row = 0;
			break;
		case 'PageDown':
			place.row = last.row;
			break;
		default:
			return null;
	}
	return squareAt(place, board, bottom);
}
