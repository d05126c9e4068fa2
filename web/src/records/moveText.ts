/** The moves of a record as text to read, in any notation. */
import { TreeTexts } from '../analysis/texts';
import { glyphText, nodeOf, ROOT, treeOf } from '../analysis/tree';
import { moveNumber } from '../games/moveCount';
import { marksSides } from '../games/moveStyle';
import { TRAITS } from '../games/traits';
import type { Side, VariantId } from '../games/variant';
import type { DisplayStyle, RulesModule } from '../rules/module';
import { sideToMove } from '../rules/positionText';
import type { RecordedGame } from './record';
import { resultText } from './summary';

/** Columns of a line; kanji take two. */
const WIDTH = 76;

function columns(text: string): number {
	return [...text].reduce((sum, char) => sum + (char > '\u2e7f' ? 2 : 1), 0);
}

/** Words in lines that are not too long. */
function wrapped(words: readonly string[]): string {
	const lines: string[] = [];
	for (const word of words) {
		const line = lines.at(-1);
		if (line !== undefined && columns(line) + 1 + columns(word) <= WIDTH)
			lines[lines.length - 1] = `${line} ${word}`;
		else lines.push(word);
	}
	return lines.join('\n');
}

/** `3. ` before a move, in chess `3... ` before Black's; nothing before Black's if White's stands just before it. */
function numberText(game: VariantId, ply: number, mover: Side, anew: boolean): string {
	const number = moveNumber(game, ply, mover);
	const isBlack = TRAITS[game].sharedMoveNumbers && (ply % 2 === 0) === (mover === 'first');
	if (!isBlack) return `${number}. `;
	return anew ? `${number}... ` : '';
}

/** The moves with their numbers; variations in parentheses behind the move that they replace. */
function moveWords(module: RulesModule, record: RecordedGame, style: DisplayStyle): string[] {
	const { game, start, rules } = record;
	const tree = treeOf(record);
	const texts = new TreeTexts(module, { game, start, rules: rules ?? {} }).of(tree, style);
	const mover = sideToMove(game, start);
	const words: string[] = [];

	function write(id: number, ply: number, anew: boolean): void {
		// The marks of Japanese moves say who moves.
		const number = marksSides(style) ? '' : numberText(game, ply, mover, anew);
		words.push(`${number}${texts.get(id) ?? ''}${glyphText(nodeOf(tree, id))}`);
	}

	/** What follows a node, which was reached by so many plies. */
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

/** Where it begins, if that is not the start of the game; the moves; and who won. */
export function movesAsText(module: RulesModule, record: RecordedGame, style: DisplayStyle): string {
	const usual = new module.Game(record.game, '', {});
	const isUsual = record.start === '' || record.start === usual.state().position;
	usual.free();
	const parts = [isUsual ? '' : record.start, wrapped(moveWords(module, record, style)), resultText(record)];
	return `${parts.filter(Boolean).join('\n\n')}\n`;
}
