/** The variant last on the board, preselected in the settings. */
import type { VariantId } from '../rules/variant';

export const shown: { game: VariantId } = $state({ game: 'shogi' });
