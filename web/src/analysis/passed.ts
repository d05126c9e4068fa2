/** The same position with the other side to move. */
import type { GameId } from '../games/game';

const OTHER: Record<string, string> = { b: 'w', w: 'b' };

/** As text; the position must not be one of check, which the rules see when it is read. */
export function passed(game: GameId, position: string): string {
	const fields = position.split(' ');
	const side = fields[1] ?? '';
	// In SFEN the first side is `b`, in FEN `w`.
	fields[1] = OTHER[side] ?? side;
	// A capture en passant is lost with the move.
	if (game === 'shogun' && fields.length > 3) fields[3] = '-';
	return fields.join(' ');
}
