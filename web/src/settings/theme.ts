/** Applies the chosen theme to the document; the stylesheet does the rest. */
import { settings } from './settings.svelte';

export function applyTheme(): void {
	const root = document.documentElement;
	if (settings.theme === 'system') delete root.dataset.theme;
	else root.dataset.theme = settings.theme;
}

export function startTheme(): void {
	applyTheme();
}
