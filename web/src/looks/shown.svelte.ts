/** The variant last on the board, preselected in the settings. */
import type { VariantId } from '../games/variant';

export const shown: { game: VariantId } = $state({ game: 'shogi' });
