/** Applies the chosen theme, board and stands to the document. */
import { DEFAULT_BOARD, settings } from '../settings/settings.svelte';

/** Theme colours of the browser's own bars, one per colour scheme. */
const bars = () =>
	[...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map((meta) => ({
		meta,
		scheme: meta.media.includes('dark') ? ('dark' as const) : ('light' as const),
		own: meta.content,
	}));
let colours: ReturnType<typeof bars> | undefined;

function colourBars(): void {
	colours ??= bars();
	for (const { meta, scheme } of colours) {
		const wanted = settings.theme === 'system' ? scheme : settings.theme;
		const colour = colours.find((one) => one.scheme === wanted)?.own;
		if (colour) meta.content = colour;
	}
}

function apply(): void {
	colourBars();
	const { dataset } = document.documentElement;
	if (settings.theme === 'system') delete dataset.theme;
	else dataset.theme = settings.theme;
	if (settings.board === DEFAULT_BOARD) delete dataset.board;
	else dataset.board = settings.board;
	dataset.stand = settings.stand;
}

/** Applies once before the first paint, then on every change. */
export function startLooks(): void {
	apply();
	$effect.root(() => {
		$effect(apply);
	});
}
