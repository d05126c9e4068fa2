/** A position while it is being set up: it may break any rule. Text and back; only the rules judge it. */
import { keyAt } from '../board/geometry';
import { type GameId, isChess, LOOKS, type Side } from '../games/game';
import { piecesOf } from '../play/pieces';
import type { Key } from '../rules/module';
import { sideLetter, sideToMove } from '../rules/positionText';

export interface Placed {
	side: Side;
	/** `P`, `pP` when promoted. */
	letter: string;
}

export interface Setup {
	game: GameId;
	pieces: ReadonlyMap<Key, Placed>;
	/** How many by letter. */
	hands: Readonly<Record<Side, Readonly<Record<string, number>>>>;
	side: Side;
	/** Which of `KQkq` are left; only chess has them. */
	castling: string;
}

/** All castling rights in the order in which they are written. */
export const CASTLING = ['K', 'Q', 'k', 'q'] as const;

/** More of one kind than this no hand can hold, whatever is typed. */
const MAX_IN_HAND = 18;

export function emptySetup(game: GameId): Setup {
	return { game, pieces: new Map(), hands: { first: {}, second: {} }, side: 'first', castling: '' };
}

const cased = (letter: string, side: Side) =>
	side === 'first' ? letter.toUpperCase() : letter.toLowerCase();

function boardText({ game, pieces }: Setup): string {
	const look = LOOKS[game];
	const ranks = Array.from({ length: look.ranks }, (_, row) => {
		let text = '';
		let empty = 0;
		for (let column = 0; column < look.files; column++) {
			const piece = pieces.get(keyAt({ column, row }, look, 'first'));
			if (!piece) {
				empty += 1;
				continue;
			}
			const plus = piece.letter.length === 2 ? '+' : '';
			text += (empty > 0 ? String(empty) : '') + plus + cased(piece.letter.slice(-1), piece.side);
			empty = 0;
		}
		return text + (empty > 0 ? String(empty) : '');
	});
	return ranks.join('/');
}

/** Position text: FEN in chess, SFEN else. `order` has the letters of the hand, the strongest first. */
export function setupText(setup: Setup, order: readonly string[]): string {
	const { game, hands, side, castling } = setup;
	const held = (one: Side) =>
		order.flatMap((letter) => {
			const count = hands[one][letter] ?? 0;
			const text = cased(letter, one);
			if (count === 0) return [];
			return isChess(game) ? [text.repeat(count)] : [(count > 1 ? String(count) : '') + text];
		});
	const all = [...held('first'), ...held('second')].join('');
	if (isChess(game)) {
		const rights = CASTLING.filter((right) => castling.includes(right)).join('');
		return `${boardText(setup)}[${all}] ${sideLetter(game, side)} ${rights || '-'} - 0 1`;
	}
	return `${boardText(setup)} ${sideLetter(game, side)} ${all || '-'} 1`;
}

function handsOf(text: string): Setup['hands'] {
	const hands: Record<Side, Record<string, number>> = { first: {}, second: {} };
	for (const [, count, letter = ''] of text.matchAll(/(\d*)([A-Za-z])/g)) {
		const side = letter === letter.toUpperCase() ? 'first' : 'second';
		const key = letter.toUpperCase();
		hands[side][key] = Math.min(MAX_IN_HAND, (hands[side][key] ?? 0) + Number(count || 1));
	}
	return hands;
}

/** What a text says, as far as it has the form of a position; null where its board has another size. */
export function readSetup(game: GameId, text: string): Setup | null {
	const look = LOOKS[game];
	const [placement = '', , third = ''] = text.trim().split(/\s+/);
	const [board = '', held = ''] = placement.split('[');
	const rows = board.split('/');
	const width = (row: string) =>
		[...row.matchAll(/\d+|\+?[A-Za-z]/g)].reduce((sum, [one]) => sum + (/\d/.test(one) ? Number(one) : 1), 0);
	if (rows.length !== look.ranks || rows.some((row) => width(row) !== look.files)) return null;
	const pieces = new Map(piecesOf(board, look).map(({ key, side, letter }) => [key, { side, letter }]));
	return {
		game,
		pieces,
		hands: handsOf(isChess(game) ? held : third === '-' ? '' : third),
		side: sideToMove(game, text.trim()),
		castling: isChess(game) ? CASTLING.filter((right) => third.includes(right)).join('') : '',
	};
}

/** Puts a piece on a square; the same piece again, or none, clears it. */
export function placed(setup: Setup, key: Key, piece: Placed | null): Setup {
	const pieces = new Map(setup.pieces);
	const there = pieces.get(key);
	if (!piece || (there?.side === piece.side && there.letter === piece.letter)) pieces.delete(key);
	else pieces.set(key, piece);
	return { ...setup, pieces };
}

/** One more or one less of a piece in hand. */
export function withHand(setup: Setup, side: Side, letter: string, step: 1 | -1): Setup {
	const count = Math.max(0, Math.min(MAX_IN_HAND, (setup.hands[side][letter] ?? 0) + step));
	return { ...setup, hands: { ...setup.hands, [side]: { ...setup.hands[side], [letter]: count } } };
}

export function withCastling(setup: Setup, right: string, allowed: boolean): Setup {
	const rights = CASTLING.filter((one) => (one === right ? allowed : setup.castling.includes(one)));
	return { ...setup, castling: rights.join('') };
}
