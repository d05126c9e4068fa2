/** The style sheet that gives every piece its picture, made from the game's set. */
import { type GameId, LOOKS, piecePicture, type Side } from '../games/game';
import type { KindInfo } from '../rules/contract';

/** `P`, or `pP` when promoted: the letter in file names and texts of ours. */
export function pieceLetter(kind: KindInfo): string {
	return (kind.promoted ? 'p' : '') + kind.letter.toUpperCase();
}

/** The name shogiground knows a piece by, which is also its CSS class. */
export function roleOf(letter: string): string {
	return letter.length === 2 ? `promoted-${letter.slice(1).toLowerCase()}` : `piece-${letter.toLowerCase()}`;
}

export function letterOf(role: string): string {
	const [kind, letter = ''] = role.split('-');
	return (kind === 'promoted' ? 'p' : '') + letter.toUpperCase();
}

/** Role for the spelling in board text (`+p`, `R`), either case. */
export function roleFromText(text: string): string {
	return roleOf(text.startsWith('+') ? `p${text.slice(1)}` : text);
}

const COLORS: Record<Side, string> = { first: 'sente', second: 'gote' };

export function pieceSheet(game: GameId, letters: readonly string[]): string {
	const rules: string[] = [];
	for (const letter of letters)
		for (const side of ['first', 'second'] as const) {
			const piece = `.pieces-${game} piece.${COLORS[side]}.${roleOf(letter)}`;
			rules.push(`${piece}{background-image:url(${piecePicture(game, side, letter)})}`);
			if (LOOKS[game].turned)
				rules.push(
					`.pieces-${game} .orientation-gote ${piece.slice(piece.indexOf('piece.'))}{background-image:url(${piecePicture(game, side, letter, true)})}`,
				);
		}
	return rules.join('\n');
}
