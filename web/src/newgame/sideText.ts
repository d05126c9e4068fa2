import { sideName } from '../games/names';
import { ownSideText, randomText } from '../games/sideText';
import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';
import type { Remembered, SideChoice } from './lastChoice';

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
