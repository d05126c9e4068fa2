/** Puzzles of the page and their moves on its board, by the page's rules module. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { Board, type Hand } from './board.ts';
import type { VariantId } from './scripts.ts';

export interface Puzzle {
	id: string;
	kind: 'mate' | 'tactic' | 'defence';
	position: string;
	plies: number;
	moves: string[];
	solutions?: string[];
	themes?: string[];
	rating: number;
}

export function puzzlesOf(game: VariantId): Puzzle[] {
	const file = new URL(`../../crates/lab/puzzles/${game}.jsonl`, import.meta.url);
	const [, ...lines] = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	return lines.map((line) => JSON.parse(line) as Puzzle);
}

export function mates(game: VariantId, plies: number): Puzzle[] {
	const found = puzzlesOf(game).filter((puzzle) => puzzle.kind === 'mate' && puzzle.plies === plies);
	if (found.length === 0) throw new Error(`${game} has no mate in ${plies}`);
	return found.sort((a, b) => a.rating - b.rating);
}

interface Live {
	legalMoves(): string[];
	state(): { check: boolean; position: string };
	free(): void;
}
interface Rules {
	initSync(from: { module: Uint8Array }): void;
	Game: { replay(game: string, position: string, moves: string[], rules: object, problem: boolean): Live };
}

const FOLDER = new URL('../../web/src/wasm/rules/', import.meta.url);
let loaded: Promise<Rules> | undefined;

async function rules(): Promise<Rules> {
	loaded ??= (async () => {
		const module = (await import(new URL('rules.js', FOLDER).href)) as Rules;
		module.initSync({ module: readFileSync(new URL('rules_bg.wasm', FOLDER)) });
		return module;
	})();
	return loaded;
}

async function ask<T>(game: VariantId, position: string, moves: string[], question: (live: Live) => T): Promise<T> {
	const live = (await rules()).Game.replay(game, position, moves, {}, true);
	const answer = question(live);
	live.free();
	return answer;
}

/** First move that gives no check, hence wrong in a mate problem. */
export async function quietMove(game: VariantId, { position }: Puzzle): Promise<string> {
	const legal = await ask(game, position, [], (live) => live.legalMoves());
	for (const move of legal.sort()) if (!(await ask(game, position, [move], (live) => live.state().check))) return move;
	throw new Error(`every move of ${position} is check`);
}

/** Square name of the board: Shogun Chess numbers files from a. */
function keyOf(game: VariantId, name: string): string {
	if (game !== 'shogun') return name;
	return `${104 - name.charCodeAt(0) + 1}${String.fromCharCode(105 - Number(name[1]))}`;
}

export async function makeMove(page: Page, game: VariantId, move: string, hand: Hand = 'click'): Promise<void> {
	const board = new Board(page, game);
	const position = await board.position();
	const legal = await ask(game, position, [], (live) => live.legalMoves());
	const [, drop] = /^([A-Z])[*@]/.exec(move) ?? [];
	const names = drop ? [move.slice(2, 4)] : [move.slice(0, 2), move.slice(2, 4)];
	const [first = '', to = first] = names.map((name) => keyOf(game, name));
	await board.put(drop ? { drop, to } : { from: first, to }, hand);
	const unpromoted = move.replace('+', '');
	if (!drop && legal.includes(unpromoted) && legal.includes(`${unpromoted}+`))
		await page.getByTestId(move.endsWith('+') ? 'promote-yes' : 'promote-no').click();
}

export const RATING_CHANGE = /[(（][−+±]\d+[)）]/;

export const stateIs = (page: Page, state: string) =>
	expect(page.getByTestId('puzzle-state')).toHaveAttribute('data-state', state);

/** Plays the solver's moves; the page replies. */
export async function solve(page: Page, game: VariantId, puzzle: Puzzle, hand: Hand = 'click'): Promise<void> {
	for (const [ply, move] of puzzle.moves.entries()) {
		if (ply % 2 === 1) continue;
		await expect(page.getByTestId('board')).toHaveAttribute('data-ply', String(ply));
		await stateIs(page, 'going');
		await makeMove(page, game, move, hand);
	}
	await stateIs(page, 'solved');
}

export async function shownPuzzle(page: Page, game: VariantId): Promise<Puzzle> {
	const id = await page.getByTestId('puzzle').getAttribute('data-id');
	const found = puzzlesOf(game).find((puzzle) => puzzle.id === id);
	if (!found) throw new Error(`${game} has no puzzle ${id}`);
	return found;
}
