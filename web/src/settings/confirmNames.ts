/** Texts of the setting for move confirmation. */
import { m } from '../paraglide/messages';
import type { ConfirmMoves } from './settings.svelte';

export const confirmNames: Record<ConfirmMoves, () => string> = {
	never: m.confirm_never,
	drops: m.confirm_drops,
	all: m.confirm_all,
};
