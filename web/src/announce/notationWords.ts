/** Moves in a notation, for the ear: signs as words, digits apart so that they are not read as one number. */

import { pieceName } from '../games/pieceNames';
import type { VariantId } from '../games/variant';
import { m } from '../paraglide/messages';

/** A piece with its sign of promotion, a square in digits, with a letter or of a chess board, or a sign. */
const TOKEN = /\+?[A-Z]|\d[\da-i]|[a-h]\d|./g;

const SIGNS: Record<string, () => string> = {
	x: m.say_sign_takes,
	'*': m.say_sign_drop,
	"'": m.say_sign_drop,
	'@': m.say_sign_drop,
};

/** `Bx22+` as “Bishop takes 2 2”. What a sign at the end says about promotion is for the caller to say. */
export function spokenWestern(game: VariantId, text: string): string {
	const words: string[] = [];
	let afterSquare = false;
	for (const token of text.match(TOKEN) ?? []) {
		const isSquare = /\d/.test(token);
		if (isSquare) words.push(/^\d\d$/.test(token) ? [...token].join(' ') : token);
		else if (/[A-Z]/.test(token)) words.push(pieceName(game, token.replace('+', 'p')));
		// Before the only square the dash says nothing.
		else if (token === '-' && afterSquare) words.push(m.say_sign_to());
		else words.push(...(SIGNS[token] ? [SIGNS[token]()] : []));
		afterSquare = isSquare;
	}
	return words.join(' ');
}

/** What the signs of Kawasaki's notation are called; a dash says nothing. */
const KAWASAKI: readonly [RegExp, string][] = [
	[/^\+/, '成'],
	[/\+$/, ' 成'],
	[/=$/, ' 不成'],
	[/\*/, '打 '],
	[/^(.*)x(?!\d)/, '同$1'],
	[/[-x]/, ' '],
	[/\((\d)(\d)\)/, ' $1 $2 から'],
	[/(\d)(\d)(?=\D*$)/, '$1 $2'],
];

/** `▲76歩` as `7 6歩`, `歩-76` as `歩 7 6`: who moves is said in words. */
export function spokenJapanese(text: string): string {
	const bare = text.replace(/^[▲△]/, '');
	if (/[-x*]/.test(bare)) return KAWASAKI.reduce((said, [sign, word]) => said.replace(sign, word), bare);
	return bare.replace(/^(\d)(\d)/, '$1 $2');
}
