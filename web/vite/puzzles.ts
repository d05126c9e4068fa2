/**
 * Puzzles of `crates/lab/puzzles/` as modules. `virtual:puzzles` imports those of a variant or of a day, each a
 * chunk with one compact text, cached for offline use like every other file. The server reads
 * `puzzle-positions.json` for preview pictures.
 */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { dailyOrder, SLOTS } from '../src/puzzles/day.ts';
import { BUCKETS, bucketOf } from '../src/puzzles/dayLines.ts';
import { isTheme, KINDS, type PuzzleLine, writeLine } from '../src/puzzles/puzzle.ts';
import { VARIANT_IDS, type VariantId } from '../src/rules/variant.ts';

const NAME = 'virtual:puzzles';
const FORMAT = 1;

interface Header {
	puzzles: number;
	game: string;
	count: number;
}

/** Error of a puzzle's line; `null` for a valid one. The miner's tests check the moves. */
function faultOf(puzzle: Partial<PuzzleLine>, known: ReadonlySet<string>): string | null {
	const { id, kind, position, plies, moves, themes = [], rating } = puzzle;
	const unknown = (themes as readonly string[]).find((theme) => !isTheme(theme));
	if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{8}$/.test(id)) return 'an id has eight letters or digits';
	if (known.has(id)) return 'another puzzle has the same id';
	if (!kind || !KINDS.includes(kind)) return `a kind is one of ${KINDS.join(', ')}`;
	if (typeof position !== 'string' || /[\t\n]/.test(position)) return 'a position is one line of text';
	if (!Array.isArray(moves) || moves.length === 0) return 'there are no moves';
	if (!Number.isInteger(plies) || moves.length !== plies) return 'plies must be the number of moves';
	if (unknown !== undefined) return `${unknown} is no theme`;
	if (!Number.isFinite(rating)) return 'a rating is a number';
	return null;
}

/** Throws for an invalid header or line. */
export function readPuzzles(text: string, game: VariantId): PuzzleLine[] {
	const [first = '{}', ...lines] = text.split('\n').filter(Boolean);
	const header = JSON.parse(first) as Header;
	if (header.puzzles !== FORMAT || header.game !== game) throw new Error(`line 1: not the puzzles of ${game}`);
	if (header.count !== lines.length)
		throw new Error(`line 1: ${header.count} puzzles are promised, ${lines.length} are there`);
	const known = new Set<string>();
	return lines.map((line, i) => {
		const puzzle = JSON.parse(line) as PuzzleLine;
		const fault = faultOf(puzzle, known);
		if (fault) throw new Error(`line ${i + 2}: ${fault}`);
		known.add(puzzle.id);
		return puzzle;
	});
}

function dayLines(of: (game: VariantId) => PuzzleLine[], bucket: number): string {
	return VARIANT_IDS.flatMap((game) => {
		const order = dailyOrder(of(game));
		const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
		const mine = order.length === 0 ? [] : slots.filter((slot) => bucketOf(slot) === bucket);
		return mine.map((slot) => {
			const { id, kind, plies, position, rating } = order[slot % order.length] as PuzzleLine;
			return [game, slot, id, KINDS.indexOf(kind), plies, position, Math.round(rating)].join('\t');
		});
	}).join('\n');
}

const importing = (what: string | number) => `() => import('${NAME}/${what}')`;

export function puzzles(): Plugin {
	let folder = '';
	const fileOf = (game: VariantId) => resolve(folder, `${game}.jsonl`);
	const of = (game: VariantId): PuzzleLine[] => {
		const file = fileOf(game);
		if (!existsSync(file)) return [];
		try {
			return readPuzzles(readFileSync(file, 'utf8'), game);
		} catch (error) {
			throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
		}
	};
	return {
		name: 'komadai-puzzles',
		configResolved(config) {
			folder = resolve(config.root, '../crates/lab/puzzles');
		},
		resolveId: (id) => (id === NAME || id.startsWith(`${NAME}/`) ? `\0${id}` : undefined),
		load(id) {
			if (id === `\0${NAME}`) {
				const games = VARIANT_IDS.map((game) => `${game}: ${importing(game)}`);
				const days = Array.from({ length: BUCKETS }, (_, bucket) => importing(`days-${bucket}`));
				return `export const games = { ${games.join(', ')} };\nexport const days = [${days.join(', ')}];`;
			}
			const [, what] = /^\0virtual:puzzles\/(.+)$/.exec(id) ?? [];
			if (!what) return;
			for (const game of VARIANT_IDS) if (existsSync(fileOf(game))) this.addWatchFile(fileOf(game));
			const game = VARIANT_IDS.find((one) => one === what);
			const text = game ? of(game).map(writeLine).join('\n') : dayLines(of, Number(what.replace('days-', '')));
			return `export default ${JSON.stringify(text)};`;
		},
		generateBundle() {
			const positions = (game: VariantId) => of(game).map(({ id, position }) => [id, position] as const);
			const all = VARIANT_IDS.map((game) => [game, Object.fromEntries(positions(game))] as const);
			const source = JSON.stringify(Object.fromEntries(all));
			this.emitFile({ type: 'asset', fileName: 'puzzle-positions.json', source });
		},
	};
}
