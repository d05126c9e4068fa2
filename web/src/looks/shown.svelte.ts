/** The game that was on the board last: the one whose pieces the settings show first. */
import type { VariantId } from '../games/variant';

export const shown: { game: VariantId } = $state({ game: 'shogi' });
