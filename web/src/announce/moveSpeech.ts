/** Moves in words: names of pieces and squares, or the notation of the settings. */

import type { GameHistory } from '../board/gameHistory.svelte';
import { chosenStyle, isJapanese } from '../games/moveStyle';
import { sideName } from '../games/names';
import { squareSaid } from '../games/naming';
import { pieceName } from '../games/pieceNames';
import { listed } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { GameState, SquareName } from '../rules/module';
import { castling, pieceAt } from '../rules/pieces';
import { LOOKS, other } from '../rules/variant';
import { around, type Phrase } from '../widgets/phrases';
import { spokenJapanese, spokenWestern } from './notationSpeech';

export function squareSpeech(state: Pick<GameState, 'game'>, square: SquareName): string {
	return squareSaid(state.game, square);
}

function bareMove(before: GameState, after: GameState, side: string): string {
	const { game, lastMove } = after;
	if (!lastMove) return '';
	const look = LOOKS[game];
	const to = squareSpeech(after, lastMove.to);
	const name = (letter: string) => pieceName(game, letter);
	if (lastMove.drop) return m.say_drop({ side, piece: name(lastMove.drop.toUpperCase()), to });
	const moved = lastMove.from ? pieceAt(before.board, look, lastMove.from) : undefined;
	if (!moved) return '';
	const from = squareSpeech(after, moved.square);
	const piece = name(moved.letter);
	const castled = castling(game, moved.letter, moved.square, lastMove.to);
	if (castled) return castled === 'short' ? m.say_castle_short({ side }) : m.say_castle_long({ side });
	if (!lastMove.capture) return m.say_move({ side, piece, from, to });
	const captured = pieceAt(before.board, look, lastMove.to);
	if (!captured) return m.say_en_passant({ side, piece, from, captured: name('P'), to });
	return m.say_capture({ side, piece, from, captured: name(captured.letter), to });
}

function promotionSpeech(history: GameHistory, ply: number): string[] {
	const { game, lastMove, board, side } = history.at(ply);
	if (!lastMove?.promote) return history.declinesPromotion(ply) ? [m.say_declines()] : [];
	const now = pieceAt(board, LOOKS[game], lastMove.to);
	const promoted = now && now.side === other(side);
	return promoted ? [m.say_promotes({ piece: pieceName(game, now.letter) })] : [];
}

/** The move before the position at `ply`. */
export function moveSpeech(history: GameHistory, ply: number, handicap: boolean): readonly Phrase[] {
	const after = history.at(ply);
	const before = history.at(ply - 1);
	const { game, lastMove } = after;
	if (!lastMove) return [{ text: m.say_at_start() }];
	const side = sideName(game, before.side, handicap);
	const check = after.check ? [m.play_check()] : [];
	const style = chosenStyle(game);
	const written = style && history.moveText(ply, style);
	if (!style || !written) {
		return [{ text: listed([bareMove(before, after, side), ...promotionSpeech(history, ply), ...check]) }];
	}
	if (isJapanese(style)) {
		const move = { text: spokenJapanese(written), lang: 'ja' };
		return around((hole) => listed([m.say_written({ side, move: hole }), ...check]), [move]);
	}
	const move = m.say_written({ side, move: spokenWestern(game, written) });
	return [{ text: listed([move, ...promotionSpeech(history, ply), ...check]) }];
}
