import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';
import type { Filter } from './picking';
import { kindName, lengthText } from './puzzleText';
import { themeName } from './themeNames';

export function filterText(game: VariantId, { kind, plies, theme }: Filter): string {
	const parts = [
		...(kind === null ? [] : [kindName(kind)]),
		...(plies === null ? [] : [lengthText(game, plies)]),
		...(theme === null ? [] : [themeName(game, theme)]),
	];
	return parts.join(' · ') || m.puzzle_any();
}
