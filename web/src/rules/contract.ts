/**
 * What the rules module offers the page. The module is the only judge of what is legal; the page asks.
 *
 * Squares are USI names (`7g`) in all four games, the keys shogiground uses. Moves are canonical text:
 * USI in the shogi family, UCI in Shogun Chess.
 */
import type { GameId, Side } from '../games/game';

export type Key = string;

export interface Outcome {
	winner: Side | null;
	reason: string;
	/** Moves played when it ended. */
	ply: number;
}

export interface LastMove {
	from?: Key | null;
	/** Letter of the dropped piece. */
	drop?: string | null;
	to: Key;
	promote: boolean;
	capture: boolean;
}

export interface GameState {
	game: GameId;
	/** The whole position as canonical text. */
	position: string;
	/** Only the board part, in SFEN letters. */
	board: string;
	/** Pieces in hand by letter. */
	hands: Record<Side, Record<string, number>>;
	side: Side;
	check: boolean;
	kings: Partial<Record<Side, Key | null>>;
	ply: number;
	moves: string[];
	/** Times this position has occurred, this one included. */
	repetition: number;
	/** Occurrence that ends the game. */
	repetitionLimit: number;
	mustVary: boolean;
	outcome: Outcome | null;
	lastMove: LastMove | null;
	impasse: { first: number; second: number; possible: boolean } | null;
}

export interface Destinations {
	moves: Record<Key, Key[]>;
	drops: Record<string, Key[]>;
}

/** How moves are written: `P-76`, `▲７六歩`, or as programs write them. */
export type MoveStyle = 'western' | 'japanese' | 'usi';

export type Promotion = 'none' | 'optional' | 'forced';

export interface Refusal {
	code: string;
	squares: Key[];
	/** The letter of the piece that was tried, where the page knows it. */
	piece?: string | undefined;
}

/** What a typed text says: a legal move, or why it is none. */
export type TypedMove = (
	| { problem?: undefined; move: string }
	| { problem: 'unreadable' }
	/** Several legal moves are written like that: the candidates. */
	| { problem: 'ambiguous' }
	/** It is clear which move is meant, and the rules forbid it. */
	| { problem: 'illegal'; move: string; piece?: string; refusal?: Refusal }
	/** No such piece (`P`, `+P`; any, if left out) can go there. */
	| { problem: 'nobody'; piece?: string }
) & {
	/** The legal moves that the text may become, or that it may mean. */
	candidates: { move: string; text: string }[];
};

/** A game in progress; freed by hand because it lives in the module's memory. */
export interface RulesGame {
	state(): GameState;
	/** The state as it was after `ply` moves, without what only the live game knows. */
	at(ply: number): GameState;
	legalMoves(): string[];
	destinations(): Destinations;
	promotion(from: Key, to: Key): Promotion;
	/** Where the pieces of a side that waits might go when its turn comes. */
	premoves(side: Side): Destinations;
	premovePromotion(from: Key, to: Key): Promotion;
	moveFrom(from: Key, to: Key, promote: boolean): string;
	dropMove(letter: string, to: Key): string;
	play(move: string): void;
	undo(): void;
	why(move: string): Refusal | null;
	resign(side: Side): void;
	flag(side: Side): void;
	declare(): void;
	agreeImpasse(): void;
	agreeDraw(): void;
	displayMoves(style: MoveStyle): string[];
	/** Reads a move in any notation that people type. */
	readMove(text: string, style: MoveStyle): TypedMove;
	/** From where each square is attacked after `ply` moves. */
	attackers(ply: number): Record<Key, Key[]>;
	free(): void;
}

/** One way a piece may go, for a side that looks up the board. */
export interface Step {
	/** Squares to the mover's right. */
	dx: number;
	/** Squares forward. */
	dy: number;
	/** How often it may be repeated over empty squares; `null` for any distance. */
	max: number | null;
	only: 'both' | 'quiet' | 'capture';
}

export interface KindInfo {
	letter: string;
	promoted: boolean;
}

export interface Kind extends KindInfo {
	moves: Step[];
	/** `+P`; null for what never promotes. */
	promotesTo: string | null;
}

export interface GameSpec {
	files: number;
	ranks: number;
	kinds: Kind[];
	/** Letters of what can be in hand, strongest first. */
	handOrder: string[];
	promotionZone: Record<Side, Key[]>;
	handicaps: { id: string; position: string }[];
	/** Default value of every rule option. */
	rules: Record<string, string>;
}

/** How the module says what is wrong with a text; thrown. */
export interface RulesError {
	code: string;
	message: string;
	offset?: number;
	text?: string;
	squares?: Key[];
}

export interface Rules {
	Game: {
		/** `position` is empty for the start, position text, or `handicap:<id>`. */
		new (game: GameId, position: string, rules: Record<string, string>): RulesGame;
		replay(game: GameId, position: string, moves: string[], rules: Record<string, string>): RulesGame;
	};
	gameSpec(game: GameId): GameSpec;
	checkPosition(game: GameId, text: string): { position: string };
}

export function isRulesError(error: unknown): error is RulesError {
	return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}
