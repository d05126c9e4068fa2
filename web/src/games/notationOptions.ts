/** Notation choices of a variant with an example and a name each. */

import { m } from '../paraglide/messages';
import type { Locale } from '../paraglide/runtime';
import type { DisplayStyle } from '../rules/module';
import { isChess, type VariantId } from '../rules/variant';
import { NOTATIONS, type Notation } from '../settings/settings.svelte';
import { notationFamily, usualStyle } from './moveStyle';
import { countsFromLeft } from './naming';

type Style = Exclude<DisplayStyle, 'western-top-left'>;

const EXAMPLES: Record<VariantId, Partial<Record<DisplayStyle, string>>> = {
	shogi: {
		japanese: '▲７六歩',
		'japanese-digits': '▲76歩',
		kif: '▲７六歩(77)',
		western: 'P-76',
		'western-letters': 'P-7f',
		hosking: 'P76',
		kawasaki: '歩-76',
		usi: '7g7f',
	},
	minishogi: {
		japanese: '▲５三歩',
		'japanese-digits': '▲53歩',
		kif: '▲５三歩(54)',
		western: 'P-53',
		'western-letters': 'P-5c',
		hosking: 'P53',
		kawasaki: '歩-53',
		usi: '5d5c',
	},
	torishogi: {
		japanese: '▲３三燕',
		'japanese-digits': '▲33燕',
		kif: '▲３三燕(34)',
		western: 'Sx33',
		'western-top-left': 'Sx53',
		kawasaki: '燕x33',
		usi: '3d3c',
	},
	shogun: { western: 'Nf3', usi: 'g1f3' },
};

const NAMES: Record<Style, () => string> = {
	japanese: m.notation_japanese,
	'japanese-digits': m.notation_japanese_digits,
	kif: m.notation_kif,
	western: m.notation_western,
	'western-letters': m.notation_western_letters,
	hosking: m.notation_hosking,
	kawasaki: m.notation_kawasaki,
	usi: m.notation_usi,
};

function nameOf(game: VariantId, notation: Notation): string {
	if (!isChess(game)) return notation === 'usual' ? m.notation_usual() : NAMES[notation]();
	return notation === 'usual' ? m.notation_san() : m.notation_uci();
}

export interface NotationOption {
	value: Notation;
	text: string;
	hint: string;
}

export function notationOptions(game: VariantId, locale: Locale): NotationOption[] {
	const fromLeft = countsFromLeft(game);
	// Japanese notation counts files from the right; with files from the left, `usual` is the Western notation.
	const offered = (notation: Notation) => !fromLeft || notation === 'usual' || notation === 'usi';
	return NOTATIONS[notationFamily(game)].filter(offered).map((value) => {
		const style = value === 'usual' ? usualStyle(game, locale) : value;
		return { value, text: EXAMPLES[game][style] ?? '', hint: nameOf(game, value) };
	});
}
