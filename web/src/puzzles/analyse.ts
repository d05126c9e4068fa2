/** Address of the analysis board with a puzzle and its solution. */

import { writeLink } from '../records/link';
import type { RulesModule } from '../rules/module';
import { LOOKS } from '../rules/variant';
import { type Puzzle, solverOf } from './puzzle';

/** `true` if the position is legal in a game and the solution works in it. */
function holds(rules: RulesModule, { game, kind, moves }: Puzzle, position: string): boolean {
	try {
		const live = rules.Game.replay(game, position, [...moves], {});
		const { outcome } = live.state();
		live.free();
		return kind !== 'mate' || outcome?.reason === 'checkmate';
	} catch {
		return false;
	}
}

const digits = (row: string) => row.replace(/\d+/g, (count) => '.'.repeat(Number(count)));
const packed = (row: string) => row.replace(/\.+/g, ({ length }) => String(length));

/** Adds the missing king on the first square, from the solver's back rank on, where the solution stays valid. */
function withKing(rules: RulesModule, puzzle: Puzzle): string | null {
	const { game, position } = puzzle;
	const side = solverOf(puzzle);
	const [board = '', ...rest] = position.split(' ');
	const rows = board.split('/').map(digits);
	// A promoted piece is a letter with a `+` prefix, for one square.
	const squares = rows.map((row) => row.match(/\+?[A-Za-z]|\./g) ?? []);
	const order = squares.map((_, row) => row);
	if (side === 'first') order.reverse();
	for (const row of order) {
		for (let column = 0; column < LOOKS[game].files; column++) {
			if (squares[row]?.[column] !== '.') continue;
			const filled = squares.map((all, i) =>
				packed(all.map((one, j) => (i === row && j === column ? (side === 'first' ? 'K' : 'k') : one)).join('')),
			);
			const text = [filled.join('/'), ...rest].join(' ');
			if (holds(rules, puzzle, text)) return text;
		}
	}
	return null;
}

/** Null if the puzzle cannot be made a position of a game. */
export function analysisOfPuzzle(rules: RulesModule, puzzle: Puzzle): string | null {
	const { game, position, moves } = puzzle;
	const start = holds(rules, puzzle, position) ? position : withKing(rules, puzzle);
	if (start === null) return null;
	const link = {
		game,
		start,
		rules: {},
		moves: [...moves],
		end: null,
		at: 0,
		bottom: solverOf(puzzle),
		names: {},
	};
	return `/analysis/${game}#${writeLink(link)}`;
}
