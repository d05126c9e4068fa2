/** How far the nets are that are being fetched, for those who show it. */
import type { VariantId } from '../games/variant';
import { nets } from './nets';

/** In percent. */
export const netProgress: Partial<Record<VariantId, number>> = $state({});

nets.onProgress = (game, part) => {
	if (part === undefined) delete netProgress[game];
	else netProgress[game] = Math.floor(100 * part);
};
