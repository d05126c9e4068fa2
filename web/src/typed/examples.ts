/** Example moves for typed input; each is legal at the start of its variant. */

import type { DisplayStyle } from '../rules/module';
import type { VariantId } from '../rules/variant';

type Texts = Partial<Record<DisplayStyle, string>> & { western: string };

/** Styles not listed are typed in Western notation. */
const EXAMPLES: Record<VariantId, Texts> = {
	shogi: {
		western: 'P-76, 7g7f',
		'western-letters': 'P-7f, 7g7f',
		hosking: 'P76, 7g7f',
		kawasaki: '歩-76, 7g7f',
		japanese: '76歩, 7g7f',
		'japanese-digits': '76歩, 7g7f',
		kif: '76歩(77), 7g7f',
		usi: '7g7f, P76',
	},
	minishogi: {
		western: 'P-53, 5d5c',
		'western-letters': 'P-5c, 5d5c',
		hosking: 'P53, 5d5c',
		kawasaki: '歩-53, 5d5c',
		japanese: '53歩, 5d5c',
		'japanese-digits': '53歩, 5d5c',
		kif: '53歩(54), 5d5c',
		usi: '5d5c, P53',
	},
	torishogi: {
		western: 'Sx33, 3d3c',
		'western-top-left': 'Sx53, 3d3c',
		kawasaki: '燕x33, 3d3c',
		japanese: '33燕, 3d3c',
		'japanese-digits': '33燕, 3d3c',
		kif: '33燕(34), 3d3c',
		usi: '3d3c, Sx33',
	},
	shogun: { western: 'Nf3, e2e4', usi: 'e2e4, Nf3' },
};

export function examples(game: VariantId, style: DisplayStyle): string {
	const texts = EXAMPLES[game];
	return texts[style] ?? texts.western;
}
