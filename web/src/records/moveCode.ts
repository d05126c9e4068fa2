/**
 * Three-character move codes in URL-safe base64 letters. A move has 18 bits: origin (7), destination (7),
 * promotion (1), three zeros. Squares are numbered nine to a file; an origin from 81 on is the letter of a dropped
 * piece.
 */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const RANKS = 9;
const DROPS = 81;
const A = 'a'.charCodeAt(0);

export const WIDTH = 3;

/** Square notation: `7g` in the shogi family, `c6` in chess. */
export type Squares = 'usi' | 'uci';

function squareNumber(name: string, squares: Squares): number {
	const [first = '', second = ''] = name;
	const [digit, letter] = squares === 'usi' ? [first, second] : [second, first];
	const number = Number(digit) - 1;
	const place = letter.charCodeAt(0) - A;
	return squares === 'usi' ? number * RANKS + place : place * RANKS + number;
}

function squareName(number: number, squares: Squares): string {
	const file = Math.floor(number / RANKS);
	const rank = number % RANKS;
	const letter = (index: number) => String.fromCharCode(A + index);
	return squares === 'usi' ? `${file + 1}${letter(rank)}` : `${letter(file)}${rank + 1}`;
}

export function encodeMove(text: string, squares: Squares): string {
	const promoted = text.endsWith('+');
	const from = text[1] === '*' || text[1] === '@' ? DROPS + text.charCodeAt(0) - 65 : squareNumber(text, squares);
	const to = squareNumber(text.slice(2), squares);
	const bits = (from << 11) | (to << 4) | (promoted ? 8 : 0);
	return [bits >> 12, (bits >> 6) & 63, bits & 63].map((index) => LETTERS[index]).join('');
}

/** `undefined` for an invalid code. */
export function decodeMove(code: string, squares: Squares): string | undefined {
	const [a = -1, b = -1, c = -1] = [...code].map((letter) => LETTERS.indexOf(letter));
	if (code.length !== WIDTH || a < 0 || b < 0 || c < 0) return undefined;
	const bits = (a << 12) | (b << 6) | c;
	const from = bits >> 11;
	const to = (bits >> 4) & 127;
	if ((bits & 7) !== 0 || to >= DROPS || from >= DROPS + 26) return undefined;
	const promoted = (bits & 8) !== 0 ? '+' : '';
	const drop = String.fromCharCode(65 + from - DROPS) + (squares === 'usi' ? '*' : '@');
	return (from < DROPS ? squareName(from, squares) : drop) + squareName(to, squares) + promoted;
}
