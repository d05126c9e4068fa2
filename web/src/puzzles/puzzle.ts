/**
 * Puzzle type and its text format: one line per puzzle, fields separated by tabs. The build
 * (`vite/puzzles.ts`) writes it with `writeLine`, the page reads it with `readLines`.
 */

import type { PuzzleKind } from '../database/puzzleRows.ts';
import { sideToMove } from '../rules/positionText.ts';
import type { Side, VariantId } from '../rules/variant.ts';

export const KINDS = ['mate', 'tactic', 'defence'] as const satisfies readonly PuzzleKind[];
export type { PuzzleKind };

/** Theme names of the puzzle files (docs/puzzles.md). */
export const THEMES = [
	'drop',
	'promotion',
	'promotion-refused',
	'sacrifice',
	'discovered-check',
	'double-check',
	'quiet-move',
	'fork',
	'pin',
	'interposition',
	'cross-check',
	'pawn-drop-mate',
	'corner',
	'edge',
	'hanging-piece',
	'exchange',
	'promoted-major',
	'castling',
	'en-passant',
] as const;
export type Theme = (typeof THEMES)[number];

export function isTheme(text: string): text is Theme {
	return (THEMES as readonly string[]).includes(text);
}

/** Puzzle as the miner writes it, one JSON object per line of `crates/lab/puzzles/<game>.jsonl`. */
export interface PuzzleLine {
	/** Eight characters. Never changes: links contain it. */
	id: string;
	kind: PuzzleKind;
	/** Position text; in mates the attacker's king may be missing. */
	position: string;
	/** Plies of the solution. */
	plies: number;
	/** Solution with the longest defence, starting with the solver's move. */
	moves: readonly string[];
	/** All right first moves, where there are several. */
	solutions?: readonly string[];
	themes?: readonly Theme[];
	/** Difficulty, on the scale of the players' ratings. */
	rating: number;
}

export interface Puzzle extends Required<PuzzleLine> {
	game: VariantId;
}

const WIDTH = 8;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const themeLetters = (themes: readonly Theme[]) => themes.map((theme) => LETTERS[THEMES.indexOf(theme)]).join('');

const themesOf = (letters: string) => [...letters].flatMap((letter) => THEMES[LETTERS.indexOf(letter)] ?? []);

export function writeLine(puzzle: PuzzleLine): string {
	const { id, kind, position, plies, moves, solutions = [], themes = [], rating } = puzzle;
	return [
		id,
		KINDS.indexOf(kind),
		position,
		plies,
		moves.join(' '),
		solutions.join(' '),
		themeLetters(themes),
		rating,
	].join('\t');
}

const words = (text: string) => text.split(' ').filter(Boolean);

export function readLines(game: VariantId, text: string): Puzzle[] {
	return text
		.split('\n')
		.filter(Boolean)
		.map((line) => {
			const parts = line.split('\t');
			const [id = '', kind, position = '', plies, moves = '', solutions = '', themes = '', rating] = parts;
			const known = KINDS[Number(kind)];
			if (parts.length !== WIDTH || !known) throw new Error(`${game}: this is no puzzle: ${line}`);
			return {
				game,
				id,
				kind: known,
				position,
				plies: Number(plies),
				moves: words(moves),
				solutions: words(solutions),
				themes: themesOf(themes),
				rating: Number(rating),
			};
		});
}

/** The solver is the side to move. */
export function solverOf({ game, position }: Pick<Puzzle, 'game' | 'position'>): Side {
	return sideToMove(game, position);
}

export function ownMoves({ plies }: Pick<Puzzle, 'plies'>): number {
	return Math.ceil(plies / 2);
}

export function addressOfTheme(game: VariantId, theme: Theme): string {
	return `/puzzles/${game}/theme/${theme}`;
}

export function addressOfPuzzle({ game, id }: Pick<Puzzle, 'game' | 'id'>): string {
	return `/puzzles/${game}/${id}`;
}
