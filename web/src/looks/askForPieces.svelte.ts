/** Whether a session asks which pieces somebody would like. */
import { onDestroy } from 'svelte';
import type { VariantId } from '../games/variant';
import type { Session } from '../session/session';
import { changeSettings, settings } from '../settings/settings.svelte';
import { answered, asksForPieces, isPastAsking } from './firstPieces';

type Asking = Pick<Session, 'game' | 'outcome' | 'history' | 'bottomSide' | 'clocks'>;

/** Asks where its pieces are met first, and remembers that it has asked. To be called while a component is made. */
export function askForPieces(session: () => Asking): { readonly asks: boolean } {
	const game = $derived(session().game);
	const asks = $derived(asksForPieces(game, settings) && !isPastAsking(session()));
	/** Not answered is an answer, too: it is not asked again in the next game. */
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
