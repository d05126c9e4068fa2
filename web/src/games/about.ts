import { m } from '../paraglide/messages';
import type { VariantId } from '../rules/variant';

export const aboutGame: Record<VariantId, (() => string)[]> = {
	shogi: [m.about_shogi_1, m.about_shogi_2],
	minishogi: [m.about_minishogi_1, m.about_minishogi_2],
	torishogi: [m.about_torishogi_1, m.about_torishogi_2],
	shogun: [m.about_shogun_1, m.about_shogun_2],
};
