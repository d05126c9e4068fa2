/**
 * A puzzle, and the text that the build makes of a game's puzzles: one line each, its parts apart by tabs. The build
 * (`vite/puzzles.ts`) writes it with `writeLine`, the page reads it with `readLines`.
 */
import type { Side, VariantId } from '../games/variant.ts';
import { sideToMove } from '../rules/positionText.ts';

/** Mate by checks; the one move that wins; the one move that does not lose. */
export const KINDS = ['mate', 'tactic', 'defence'] as const;
export type PuzzleKind = (typeof KINDS)[number];

/** What is met in a puzzle, as its file names it (docs/puzzles.md). */
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

/** A puzzle as the miner writes it, one JSON object a line of `crates/lab/puzzles/<game>.jsonl`. */
export interface PuzzleLine {
	/** Eight characters, the same for ever: links name a puzzle by it. */
	id: string;
	kind: PuzzleKind;
	/** Position text; in mates the king of the side to move may be missing. */
	position: string;
	/** Half-moves of the solution. */
	plies: number;
	/** The solution with the longest defence, beginning with the solver's move. */
	moves: readonly string[];
	/** All first moves that are right, where there are several. */
	solutions?: readonly string[];
	themes?: readonly Theme[];
	/** How hard it is, on the scale of the players' ratings. */
	rating: number;
}

export interface Puzzle extends Required<PuzzleLine> {
	game: VariantId;
}

const WIDTH = 8;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A letter for each theme, by its place in the list. */
const themeLetters = (themes: readonly Theme[]) =>
	themes.map((theme) => LETTERS[THEMES.indexOf(theme)]).join('');

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

/** The side to move, which is the one that solves. */
export function solverOf({ game, position }: Pick<Puzzle, 'game' | 'position'>): Side {
	return sideToMove(game, position);
}

/** Own moves of the solution. */
export function ownMoves({ plies }: Pick<Puzzle, 'plies'>): number {
	return Math.ceil(plies / 2);
}

/** The page of puzzles with a theme. */
export function addressOfTheme(game: VariantId, theme: Theme): string {
	return `/puzzles/${game}/theme/${theme}`;
}

/** The page of a puzzle. */
export function addressOfPuzzle({ game, id }: Pick<Puzzle, 'game' | 'id'>): string {
	return `/puzzles/${game}/${id}`;
}
