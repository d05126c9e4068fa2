/** The question about piece sets in a session. */
import { onDestroy } from 'svelte';
import type { VariantId } from '../rules/variant';
import type { Session } from '../session/session';
import { changeSettings, settings } from '../settings/settings.svelte';
import { answered, asksForPieces, isPastAsking } from './firstPieces';

type Asking = Pick<Session, 'game' | 'outcome' | 'history' | 'bottomSide' | 'clocks'>;

/** Asks once per family of pieces. Call during component initialization. */
export function askForPieces(session: () => Asking): { readonly asks: boolean } {
	const game = $derived(session().game);
	const asks = $derived(asksForPieces(game, settings) && !isPastAsking(session()));
	/** An ignored question counts as answered. */
	let asked: VariantId | null = null;
	const settle = () => {
		if (asked) changeSettings(answered(asked));
		asked = null;
	};
	$effect(() => {
		if (asks) asked = game;
		else settle();
	});
	onDestroy(settle);
	return {
		get asks() {
			return asks;
		},
	};
}
