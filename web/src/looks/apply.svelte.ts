/** Applies the chosen theme, board and stands to the document; the stylesheets do the rest. */
import { settings } from '../settings/settings.svelte';

function apply(): void {
	const { dataset } = document.documentElement;
	if (settings.theme === 'system') delete dataset.theme;
	else dataset.theme = settings.theme;
	dataset.board = settings.board;
	dataset.stand = settings.stand;
}

/** Once before anything is drawn, then whenever a choice changes. */
export function startLooks(): void {
	apply();
	$effect.root(() => {
		$effect(apply);
	});
}
