/** A move as programs write it, taken apart, to be drawn or said. Only a rules module decides whether it may be played. */
import { keyOfName } from '../board/geometry';
import type { Look } from '../games/variant';
import type { Key } from '../rules/module';

export interface MoveParts {
	/** Squares it touches: where it comes from, if not from the hand, and where it goes. */
	from: Key | null;
	to: Key;
	/** The letter of a dropped piece. */
	drop: string | null;
	promote: boolean;
}

const FORM = /^(?:([A-Z])[*@]|([a-i\d]{2}))([a-i\d]{2})(\+?)$/;

export function moveParts(move: string, look: Pick<Look, 'files' | 'ranks' | 'checkered'>): MoveParts | null {
	const [, drop, from, to, plus] = FORM.exec(move) ?? [];
	if (to === undefined) return null;
	return {
		from: from === undefined ? null : keyOfName(from, look),
		to: keyOfName(to, look),
		drop: drop ?? null,
		promote: plus === '+',
	};
}
