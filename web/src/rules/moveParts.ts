/** Parser for canonical move text, for drawing and speech. It does not judge legality. */

import type { SquareName } from '../rules/module';
import { squareOfName } from './geometry';
import type { Look } from './variant';

export interface MoveParts {
	from: SquareName | null;
	to: SquareName;
	drop: string | null;
	promote: boolean;
}

const FORM = /^(?:([A-Z])[*@]|([a-i\d]{2}))([a-i\d]{2})(\+?)$/;

export function moveParts(move: string, look: Pick<Look, 'files' | 'ranks' | 'checkered'>): MoveParts | null {
	const [, drop, from, to, plus] = FORM.exec(move) ?? [];
	if (to === undefined) return null;
	return {
		from: from === undefined ? null : squareOfName(from, look),
		to: squareOfName(to, look),
		drop: drop ?? null,
		promote: plus === '+',
	};
}
