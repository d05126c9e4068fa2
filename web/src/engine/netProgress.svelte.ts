import type { VariantId } from '../rules/variant';
import { nets } from './nets';

/** Percent. */
export const netProgress: Partial<Record<VariantId, number>> = $state({});

nets.onProgress = (game, part) => {
	if (part === undefined) delete netProgress[game];
	else netProgress[game] = Math.floor(100 * part);
};
