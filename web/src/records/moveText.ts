/** Move text of a record in any notation. */

import { moveNumber } from '../games/moveCount';
import { marksSides } from '../games/moveStyle';
import type { DisplayStyle, RulesModule } from '../rules/module';
import { sideToMove } from '../rules/positionText';
import { TRAITS } from '../rules/traits';
import type { Side, VariantId } from '../rules/variant';
import type { RecordedGame } from './record';
import { resultText } from './summary';
import { glyphText, nodeOf, ROOT, treeOf } from './tree';
import { TreeText } from './treeText';

/** Line width in columns; CJK characters take two. */
const WIDTH = 76;

function columns(text: string): number {
	return [...text].reduce((sum, char) => sum + (char > '\u2e7f' ? 2 : 1), 0);
}

function wrapped(words: readonly string[]): string {
	const lines: string[] = [];
	for (const word of words) {
		const line = lines.at(-1);
		if (line !== undefined && columns(line) + 1 + columns(word) <= WIDTH) lines[lines.length - 1] = `${line} ${word}`;
		else lines.push(word);
	}
	return lines.join('\n');
}

/** `3. ` before a move; in chess `3... ` before Black's, or nothing if White's move stands just before it. */
function numberText(game: VariantId, ply: number, mover: Side, anew: boolean): string {
	const number = moveNumber(game, ply, mover);
	const isBlack = TRAITS[game].sharedMoveNumbers && (ply % 2 === 0) === (mover === 'first');
	if (!isBlack) return `${number}. `;
	return anew ? `${number}... ` : '';
}

function moveSpeech(module: RulesModule, record: RecordedGame, style: DisplayStyle): string[] {
	const { game, start, rules } = record;
	const tree = treeOf(record);
	const texts = new TreeText(module, { game, start, rules: rules ?? {} }).of(tree, style);
	const mover = sideToMove(game, start);
	const words: string[] = [];

	function write(id: number, ply: number, anew: boolean): void {
		// Side marks replace numbers in Japanese notation.
		const number = marksSides(style) ? '' : numberText(game, ply, mover, anew);
		words.push(`${number}${texts.get(id) ?? ''}${glyphText(nodeOf(tree, id))}`);
	}

	/** Writes what follows a node at depth `plies`. */
	function writeFrom(from: number, plies: number, begins: boolean): void {
		let anew = begins;
		let at = from;
		for (let ply = plies + 1; ; ply++) {
			const [main, ...others] = nodeOf(tree, at).children;
			if (main === undefined) return;
			write(main, ply, anew);
			anew = others.length > 0;
			for (const other of others) {
				const first = words.length;
				write(other, ply, true);
				writeFrom(other, ply, false);
				words[first] = `(${words[first]}`;
				words.push(`${words.pop()})`);
			}
			at = main;
		}
	}
	writeFrom(ROOT, 0, true);
	return words;
}

/** Start position if unusual, moves, and result. */
export function movesAsText(module: RulesModule, record: RecordedGame, style: DisplayStyle): string {
	const usual = new module.Game(record.game, '', {});
	const isUsual = record.start === '' || record.start === usual.state().position;
	usual.free();
	const parts = [isUsual ? '' : record.start, wrapped(moveSpeech(module, record, style)), resultText(record)];
	return `${parts.filter(Boolean).join('\n\n')}\n`;
}
