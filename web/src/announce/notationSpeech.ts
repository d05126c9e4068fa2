/** Spoken notation: signs become words, and a space parts digits that would be read as one number. */

import { pieceName } from '../games/pieceNames';
import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';

/** Piece with promotion sign, square (digits, digit and letter, or chess), or sign. */
const TOKEN = /\+?[A-Z]|\d[\da-i]|[a-h]\d|./g;

const SIGNS: Record<string, () => string> = {
	x: m.say_sign_takes,
	'*': m.say_sign_drop,
	"'": m.say_sign_drop,
	'@': m.say_sign_drop,
};

/** `Bx22+` becomes “Bishop takes 2 2”. The caller adds the words for a promotion suffix. */
export function spokenWestern(game: VariantId, text: string): string {
	const words: string[] = [];
	let afterSquare = false;
	for (const token of text.match(TOKEN) ?? []) {
		const isSquare = /\d/.test(token);
		if (isSquare) words.push(/^\d\d$/.test(token) ? [...token].join(' ') : token);
		else if (/[A-Z]/.test(token)) words.push(pieceName(game, token.replace('+', 'p')));
		// A dash before the only square is silent.
		else if (token === '-' && afterSquare) words.push(m.say_sign_to());
		else words.push(...(SIGNS[token] ? [SIGNS[token]()] : []));
		afterSquare = isSquare;
	}
	return words.join(' ');
}

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

/** `▲76歩` becomes `7 6歩`, `歩-76` becomes `歩 7 6`. The caller names the side. */
export function spokenJapanese(text: string): string {
	const bare = text.replace(/^[▲△]/, '');
	if (/[-x*]/.test(bare)) return KAWASAKI.reduce((said, [sign, word]) => said.replace(sign, word), bare);
	return bare.replace(/^(\d)(\d)/, '$1 $2');
}
