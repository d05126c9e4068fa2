/** Texts of the sides that an invitation offers. */
import { m } from '../paraglide/messages';
import type { Side, VariantId } from '../rules/variant';
import { sideName } from './names';

export function ownSideText(game: VariantId, side: Side, odds: boolean): string {
	const name = sideName(game, side, odds);
	if (odds) return side === 'first' ? m.new_side_receives({ side: name }) : m.new_side_gives({ side: name });
	return side === 'first' ? m.new_side_moves_first({ side: name }) : name;
}

export function randomText(tossed: boolean): string {
	return tossed ? m.new_side_furigoma() : m.new_side_random();
}
