/** Puzzles for print: selection, diagrams in black and white, solutions. */

import { moveStyle } from '../games/moveStyle';
import { language } from '../i18n/language';
import { locale } from '../i18n/locale.svelte';
import type { Game, RulesModule, VariantSpec } from '../rules/module';
import type { Colors } from '../share/diagram';
import { svgPicture } from '../share/picture';
import { nextPuzzle, type Wanted } from './picking';
import { type Puzzle, solverOf } from './puzzle';

/** Two columns by three rows fit A4 and Letter. */
export const ON_A_SHEET = 6;

const PAPER: Colors = {
	board: '#fff',
	line: '#000',
	light: '#fff',
	dark: '#d4d4d4',
	zone: 'rgb(0 0 0 / 6%)',
	paper: '#fff',
	ink: '#000',
	mark: '#000',
};

/** Random distinct puzzles, easy ones first; fewer if there are fewer. */
export function forSheet(
	all: readonly Puzzle[],
	wanted: Omit<Wanted, 'chance' | 'but'>,
	random = Math.random,
): Puzzle[] {
	const rest = [...all];
	const found: Puzzle[] = [];
	while (found.length < ON_A_SHEET) {
		const puzzle = nextPuzzle(rest, { ...wanted, chance: random() });
		if (!puzzle) break;
		found.push(puzzle);
		rest.splice(rest.indexOf(puzzle), 1);
	}
	return found.sort((a, b) => a.rating - b.rating);
}

export function ofFragment(all: readonly Puzzle[], fragment: string): Puzzle[] {
	const ids = fragment.replace(/^#/, '').split(',').filter(Boolean).slice(0, ON_A_SHEET);
	return ids.flatMap((id) => all.find((puzzle) => puzzle.id === id) ?? []);
}

export function fragmentOf(puzzles: readonly Puzzle[]): string {
	return `#${puzzles.map(({ id }) => id).join(',')}`;
}

function asked<T>(
	rules: RulesModule,
	{ game, position }: Puzzle,
	moves: readonly string[],
	question: (live: Game) => T,
): T {
	const live = rules.Game.replay(game, position, [...moves], {}, true);
	try {
		return question(live);
	} finally {
		live.free();
	}
}

export function pictureOf(rules: RulesModule, spec: VariantSpec, puzzle: Puzzle): Promise<string> {
	const position = asked(rules, puzzle, [], (live) => live.state());
	const kanji = language().kanji;
	return svgPicture({ position, spec, bottom: solverOf(puzzle), kanji, colors: PAPER });
}

export function solutionText(rules: RulesModule, puzzle: Puzzle): string {
	const style = moveStyle(puzzle.game, locale());
	const texts = asked(rules, puzzle, puzzle.moves, (live) => live.displayMoves(style));
	return texts.join(language().movesComma);
}
