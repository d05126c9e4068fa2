/** Modules that share a chunk: requests cost a round trip on a phone. Paths in `src/`. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The start of a game. */
export const BEGIN = [
	'newgame/begin.ts',
	'newgame/lastChoice.ts',
	'rules/rules.ts',
	'wasm/rules/rules.js',
	'board/StartPicture.svelte',
];

/** Shared by pages with and without a board; in the board's chunk, pages without one would load all of it. */
export const COMMON = [
	'games/handicapNames.ts',
	'games/moveStyle.ts',
	'games/pieceNames.ts',
	'games/refusals.ts',
	'i18n/language.ts',
	'i18n/punctuation.ts',
	'records/record.ts',
	'rules/module.ts',
	'rules/moveParts.ts',
	'rules/positionText.ts',
	'rules/problem.ts',
	'rules/reach.ts',
	'rules/traits.ts',
	'widgets/Fold.svelte',
	'helper/MovePicture.svelte',
	'helper/stepText.ts',
	'board/BoardFrame.svelte',
	'board/pieceSheet.ts',
	'grid/cellFocus.svelte.ts',
	'grid/squareRows.ts',
	'grid/walk.ts',
];

export const BOARD = ['play/Stage.svelte', 'board/gameHistory.svelte.ts'];

export const GAME = ['pages/LocalGame.svelte', 'play/GameView.svelte'];

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** Test for one of the files; throws if one does not exist, which would fall out of its chunk without a sound. */
export function oneOf(files: readonly string[]): (id: string) => boolean {
	const paths = new Set(files.map((file) => SRC + file));
	// Modules built later are listed before they exist.
	const missing = [...paths].filter((path) => !existsSync(path) && !path.includes('/wasm/'));
	if (missing.length > 0) throw new Error(`chunks name files that do not exist: ${missing.join(', ')}`);
	return (id) => paths.has(id);
}
