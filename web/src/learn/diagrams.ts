/** Diagrams of the guides: positions and lines, played by the rules module. */

import { namingOf } from '../games/naming';
import { squareName, squareOfName } from '../rules/geometry';
import type { DisplayStyle, GameOutcome, GameState, RulesModule, SquareName, VariantSpec } from '../rules/module';
import { type MoveParts, moveParts } from '../rules/moveParts';
import { pieceAt } from '../rules/pieces';
import type { Refusal } from '../rules/refusal';
import { LOOKS, type Side, type VariantId } from '../rules/variant';
import { movementPosition } from './movement';

/** An entry of `diagrams.json`; Shogun Chess squares have their chess names. */
export interface Diagram {
	/** `start`, `handicap:<id>`, or position text. */
	position: string;
	moves?: string[];
	/** Ply shown first. */
	show?: number;
	bottom?: Side;
	marks?: string[];
	zones?: true;
	arrows?: [string, string][];
	/** Moves to try after the line, and the answer of the rules: `legal` or a refusal code. */
	tries?: Record<string, string>;
	act?: 'agree-impasse' | 'declare';
	rules?: Record<string, string>;
	ends?: { winner: Side | null; reason: string };
}

export type Diagrams = Readonly<Record<string, Diagram>>;

export interface Try {
	move: string;
	text: string;
	piece: string | undefined;
	refusal: Refusal | null;
}

export interface Played {
	diagram: Diagram;
	states: GameState[];
	texts: string[];
	tries: Try[];
	/** Outcome, including that of `act`. */
	outcome: GameOutcome | null;
}

/** Square named in a diagram or a lesson. */
export function squareOf(game: VariantId, name: string): SquareName {
	return squareOfName(name, LOOKS[game]);
}

export function isSquare(game: VariantId, name: string): boolean {
	const look = LOOKS[game];
	const [, file = '', rank = ''] = /^(\d)([a-i])$/.exec(squareOf(game, name)) ?? [];
	const number = rank.charCodeAt(0) - 'a'.charCodeAt(0);
	return Number(file) >= 1 && Number(file) <= look.files && number >= 0 && number < look.ranks;
}

export function startOf(diagram: Diagram): string {
	return diagram.position === 'start' ? '' : diagram.position;
}

/** Generated diagrams: the moves of each piece, the handicaps. */
export function ownDiagrams(rules: RulesModule, game: VariantId, spec: VariantSpec): Diagrams {
	const own: Record<string, Diagram> = {};
	for (const kind of spec.kinds) {
		const letter = (kind.promoted ? 'p' : '') + kind.letter.toUpperCase();
		own[`move-${letter}`] = { position: movementPosition(rules, game, spec, letter) };
	}
	for (const { id } of spec.handicaps) own[`handicap-${id}`] = { position: `handicap:${id}` };
	return own;
}

const FULL_WIDTH = '０１２３４５６７８９';
const RANKS = '一二三四五六七八九';

function pieceOf({ game, board }: GameState, move: string): string | undefined {
	const { drop, from } = moveParts(move, LOOKS[game]) ?? {};
	return drop ?? (from ? pieceAt(board, LOOKS[game], from)?.letter : undefined);
}

/** Notation of an illegal move, which the rules module cannot write. */
function refusedText(
	state: GameState,
	move: string,
	style: DisplayStyle,
	refusal: Refusal,
	kanji: (letter: string) => string,
): string {
	const look = LOOKS[state.game];
	const tried = moveParts(move, look);
	const letter = pieceOf(state, move);
	if (!tried || !letter) return move;
	const square = squareName(tried.to, namingOf(state.game));
	const stays = !tried.promote && refusal.code === 'must-promote';
	const capture = pieceAt(state.board, look, tried.to) !== undefined;
	if (look.checkered) return chessText(tried, letter, square, capture || passing(tried, letter));
	if (style === 'japanese') {
		const sign = state.side === 'first' ? '▲' : '△';
		const [file = '', rank = ''] = square;
		const end = tried.drop ? '打' : tried.promote ? '成' : stays ? '不成' : '';
		return `${sign}${FULL_WIDTH[Number(file)]}${RANKS[Number(rank) - 1]}${kanji(letter)}${end}`;
	}
	if (tried.drop) return `${letter}*${square}`;
	const between = capture ? 'x' : state.game === 'torishogi' ? '' : '-';
	return `${letter.replace('p', '+')}${between}${square}${tried.promote ? '+' : stays ? '=' : ''}`;
}

const FILE = (square: SquareName) => Number.parseInt(square, 10);

/** A pawn that leaves its file captures, even onto an empty square (en passant). */
function passing({ from, to }: MoveParts, letter: string): boolean {
	return letter === 'P' && from !== null && FILE(from) !== FILE(to);
}

const PROMOTED: Readonly<Record<string, string>> = { P: 'C', N: 'G', B: 'A', R: 'M', F: 'Q' };

function chessText({ drop, from, to, promote }: MoveParts, letter: string, square: string, capture: boolean): string {
	if (drop) return `${drop}@${square}`;
	if (letter === 'K' && from && Math.abs(FILE(from) - FILE(to)) === 2) return FILE(to) < FILE(from) ? 'O-O' : 'O-O-O';
	const look = LOOKS.shogun;
	const name = letter === 'P' ? (capture && from ? squareName(from, look)[0] : '') : letter;
	return `${name}${capture ? 'x' : ''}${square}${promote ? `=${PROMOTED[letter] ?? ''}` : ''}`;
}

/** Plays a diagram. Throws the error of the rules module if it cannot be played. */
export function play(
	rules: RulesModule,
	game: VariantId,
	diagram: Diagram,
	style: DisplayStyle,
	kanji: (letter: string) => string,
): Played {
	const moves = diagram.moves ?? [];
	const replay = (line: string[]) => rules.Game.replay(game, startOf(diagram), line, diagram.rules ?? {});
	const live = replay(moves);
	try {
		const states = Array.from({ length: moves.length + 1 }, (_, ply) => live.at(ply));
		const last = live.state();
		states[moves.length] = last;
		const tries = Object.keys(diagram.tries ?? {}).map((move): Try => {
			const refusal = live.why(move);
			const piece = pieceOf(last, move);
			if (refusal) return { move, text: refusedText(last, move, style, refusal, kanji), piece, refusal };
			const further = replay([...moves, move]);
			const text = further.displayMoves(style).at(-1) ?? move;
			further.free();
			return { move, text, piece, refusal: null };
		});
		const texts = live.displayMoves(style);
		if (diagram.act === 'agree-impasse') live.agreeImpasse();
		if (diagram.act === 'declare') live.declare();
		return { diagram, states, texts, tries, outcome: live.state().outcome };
	} finally {
		live.free();
	}
}
