/**
 * The fields of a position text, SFEN or FEN, where the page looks into one before the rules are loaded or many at
 * once. Whether a position can be played is for the rules to say.
 */
import { type GameId, other, type Side } from '../games/game.ts';
import { TRAITS } from '../games/traits.ts';

/** The letters of the sides by which they are to move. */
const LETTERS = {
	shogi: { first: 'b', second: 'w' },
	chess: { first: 'w', second: 'b' },
} as const;

export function sideLetter(game: GameId, side: Side): string {
	return LETTERS[TRAITS[game].textStyle][side];
}

/** The side to move; the first one where the text is no position, as the name of a handicap or nothing. */
export function sideToMove(game: GameId, position: string): Side {
	return position.trim().split(/\s+/)[1] === sideLetter(game, 'second') ? 'second' : 'first';
}

/** The position after a null move; it must not be one of check, which the rules see when it is read. */
export function afterNullMove(game: GameId, position: string): string {
	const fields = position.split(' ');
	fields[1] = sideLetter(game, other(sideToMove(game, position)));
	// A capture en passant is lost with the move.
	if (TRAITS[game].textStyle === 'chess' && fields.length > 3) fields[3] = '-';
	return fields.join(' ');
}
