/** A move in words: names instead of letters, squares as players call them. */
import { LOOKS, other } from '../games/game';
import { sideName } from '../games/names';
import { squareSaid } from '../games/naming';
import { pieceName } from '../games/pieceNames';
import { listed } from '../i18n/listed';
import { m } from '../paraglide/messages';
import { pieceAt } from '../play/pieces';
import type { GameState, Key } from '../rules/module';
import type { GameHistory } from '../session/gameHistory.svelte';

export function squareWords(state: Pick<GameState, 'game'>, key: Key): string {
	return squareSaid(state.game, key);
}

/** What the king did, when it went two files at once. */
function castling(from: Key, to: Key, letter: string): 'short' | 'long' | null {
	const files = Number.parseInt(from, 10) - Number.parseInt(to, 10);
	if (letter !== 'K' || Math.abs(files) !== 2) return null;
	return files > 0 ? 'short' : 'long';
}

function bareMove(before: GameState, after: GameState, side: string): string {
	const { game, lastMove } = after;
	if (!lastMove) return '';
	const look = LOOKS[game];
	const to = squareWords(after, lastMove.to);
	const name = (letter: string) => pieceName(game, letter);
	if (lastMove.drop) return m.say_drop({ side, piece: name(lastMove.drop.toUpperCase()), to });
	const moved = lastMove.from ? pieceAt(before.board, look, lastMove.from) : undefined;
	if (!moved) return '';
	const from = squareWords(after, moved.key);
	const piece = name(moved.letter);
	const castled = game === 'shogun' ? castling(moved.key, lastMove.to, moved.letter) : null;
	if (castled) return castled === 'short' ? m.say_castle_short({ side }) : m.say_castle_long({ side });
	if (!lastMove.capture) return m.say_move({ side, piece, from, to });
	const captured = pieceAt(before.board, look, lastMove.to);
	if (!captured) return m.say_en_passant({ side, piece, from, captured: name('P'), to });
	return m.say_capture({ side, piece, from, captured: name(captured.letter), to });
}

/** The move that led to the position after `ply` moves. */
export function moveWords(table: GameHistory, ply: number, handicap: boolean): string {
	const after = table.at(ply);
	const before = table.at(ply - 1);
	const { game, lastMove } = after;
	if (!lastMove) return m.say_at_start();
	const parts = [bareMove(before, after, sideName(game, before.side, handicap))];
	if (lastMove.promote) {
		const now = pieceAt(after.board, LOOKS[game], lastMove.to);
		if (now && now.side === other(after.side))
			parts.push(m.say_promotes({ piece: pieceName(game, now.letter) }));
	} else if (table.declinesPromotion(ply)) parts.push(m.say_declines());
	if (after.check) parts.push(m.play_check());
	return listed(parts);
}
