/** A move that waits for its turn, as it is drawn. Only a rules module decides whether it may be played. */
import type { Look } from '../games/game';
import type { Key } from '../rules/contract';

export interface Premove {
	/** Moves played before it. */
	ply: number;
	/** Canonical text. */
	move: string;
}

export interface Shown {
	/** Squares it touches: where it comes from, if not from the hand, and where it goes. */
	from: Key | null;
	to: Key;
	/** The letter of a dropped piece. */
	drop: string | null;
	promote: boolean;
}

const FORM = /^(?:([A-Z])[*@]|([a-i\d]{2}))([a-i\d]{2})(\+?)$/;

/** A square of either spelling (`7g`; `e4` in chess) as the board's key. */
function key(text: string, look: Pick<Look, 'files' | 'ranks' | 'checkered'>): Key {
	if (!look.checkered) return text;
	const file = look.files - (text.charCodeAt(0) - 'a'.charCodeAt(0));
	return `${file}${String.fromCharCode('a'.charCodeAt(0) + look.ranks - Number(text[1]))}`;
}

export function shownPremove(move: string, look: Pick<Look, 'files' | 'ranks' | 'checkered'>): Shown | null {
	const [, drop, from, to, plus] = FORM.exec(move) ?? [];
	if (to === undefined) return null;
	return {
		from: from === undefined ? null : key(from, look),
		to: key(to, look),
		drop: drop ?? null,
		promote: plus === '+',
	};
}
