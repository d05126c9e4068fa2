import { sideName } from '../games/names';
import type { Side, VariantId } from '../games/variant';
import { m } from '../paraglide/messages';
import type { Remembered, SideChoice } from './remembered';

export function ownSideText(game: VariantId, side: Side, odds: boolean): string {
	const name = sideName(game, side, odds);
	if (odds) return side === 'first' ? m.new_side_receives({ side: name }) : m.new_side_gives({ side: name });
	return side === 'first' ? m.new_side_moves_first({ side: name }) : name;
}

export function randomText(tossed: boolean): string {
	return tossed ? m.new_side_furigoma() : m.new_side_random();
}

/** On one device the first side sits at the bottom unless the sides are tossed for. */
export function deviceSide(side: SideChoice, tossed: boolean): SideChoice {
	return side === 'random' && tossed ? 'random' : 'first';
}

export function sideText(
	game: VariantId,
	{ opponent, side, handicap }: Pick<Remembered, 'opponent' | 'side' | 'handicap'>,
	tossed: boolean,
): string {
	const odds = handicap !== '';
	if (opponent === 'device')
		return deviceSide(side, tossed) === 'random'
			? randomText(true)
			: m.new_sides_below({ side: sideName(game, 'first', odds) });
	return side === 'random' ? randomText(tossed) : ownSideText(game, side, odds);
}
