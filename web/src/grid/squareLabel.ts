/** Accessible labels of squares: piece, state, attackers. */
import { squareSpeech } from '../announce/moveSpeech';
import { sideName } from '../games/names';
import { hidesPromotion, pieceName } from '../games/pieceNames';
import { listed } from '../i18n/punctuation';
import { m } from '../paraglide/messages';
import type { GameState, SquareName } from '../rules/module';
import { type PlacedPiece, piecesOf } from '../rules/pieces';
import { LOOKS, other, type Side } from '../rules/variant';

export interface Labels {
	occupied: (square: SquareName) => boolean;
	of: (square: SquareName, picked: boolean, target: boolean) => string;
}

/** Reads a position once for the labels of all its squares. */
export function labels(
	state: GameState,
	attackers: Readonly<Record<SquareName, SquareName[]>>,
	handicap: boolean,
): Labels {
	const { game, lastMove } = state;
	const pieces = new Map(piecesOf(state.board, LOOKS[game]).map((piece) => [piece.square, piece]));
	const checked = state.check ? state.kings[state.side] : undefined;

	function attackersOf(square: SquareName, side: Side): string[] {
		return (attackers[square] ?? [])
			.map((from) => pieces.get(from))
			.filter((piece): piece is PlacedPiece => piece?.side === side)
			.map((piece) => `${pieceName(game, piece.letter)} ${squareSpeech(state, piece.square)}`);
	}

	function attacks(square: SquareName, piece: PlacedPiece | undefined): string[] {
		const by = (side: Side) => {
			const names = attackersOf(square, side);
			return names.length === 0
				? []
				: [m.grid_attacked({ side: sideName(game, side, handicap), pieces: listed(names) })];
		};
		if (!piece) return [...by('first'), ...by('second')];
		const guards = attackersOf(square, piece.side);
		return [...by(other(piece.side)), ...(guards.length === 0 ? [] : [m.grid_guarded({ pieces: listed(guards) })])];
	}

	return {
		occupied: (square) => pieces.has(square),
		of(square, picked, target) {
			const piece = pieces.get(square);
			const name = squareSpeech(state, square);
			const parts = [
				piece
					? m.grid_square({
							square: name,
							piece: pieceName(game, piece.letter),
							side: sideName(game, piece.side, handicap),
						})
					: m.grid_square_empty({ square: name }),
			];
			if (piece && hidesPromotion(game, piece.letter)) parts.push(m.grid_promoted());
			if (picked) parts.push(m.grid_picked());
			if (target) parts.push(m.grid_target());
			if (square === checked) parts.push(m.play_check());
			if (square === lastMove?.to) parts.push(m.grid_last());
			return listed([...parts, ...attacks(square, piece)]);
		},
	};
}
