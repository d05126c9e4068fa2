/** Whether a session asks which pieces somebody would like. */
import type { Session } from '../session/session';
import { changeSettings, settings } from '../settings/settings.svelte';
import { answered, asksForPieces, isPastAsking } from './firstPieces';

/** Asks in the first game with its pieces, and remembers that it has asked. To be called while a component is made. */
export function askForPieces(session: () => Session): { readonly asks: boolean } {
	const game = $derived(session().game);
	const asks = $derived(asksForPieces(game, settings) && !isPastAsking(session()));
	/** Not answered is an answer, too: it is not asked again in the next game. */
	let asked = false;
	$effect(() => {
		if (asks) asked = true;
		else if (asked) {
			asked = false;
			changeSettings(answered(game));
		}
	});
	return {
		get asks() {
			return asks;
		},
	};
}
