/** Side to move in a handicap's start position. */
import type { Side } from '../rules/variant';

/**
 * Position text names the side to move after the board: `b` is the first player in SFEN, `w` in chess FEN.
 */
export function firstMover(position: string, chess: boolean): Side {
	const letter = position.trim().split(/\s+/)[1] ?? (chess ? 'w' : 'b');
	return (letter === 'w') === chess ? 'first' : 'second';
}
