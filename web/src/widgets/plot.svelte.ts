/** uPlot graph that follows its container's width and the page's colours. */

import { onMount, untrack } from 'svelte';
import type uPlot from 'uplot';
import { settings } from '../settings/settings.svelte';

export class Plot {
	#plot: uPlot | undefined = $state.raw();
	#scheme = $state(0);

	/**
	 * Call during component initialisation. A change of the colours or of state read by `data` calls `make`
	 * again.
	 */
	constructor(place: () => HTMLElement, height: number, make: () => uPlot, data: () => unknown = () => null) {
		onMount(() => {
			const schemes = matchMedia('(prefers-color-scheme: dark)');
			const changed = () => {
				this.#scheme += 1;
			};
			schemes.addEventListener('change', changed);
			const watch = new ResizeObserver(() => this.#plot?.setSize({ width: place().clientWidth, height }));
			watch.observe(place());
			return () => {
				schemes.removeEventListener('change', changed);
				watch.disconnect();
			};
		});
		$effect(() => {
			void [this.#scheme, settings.theme, data()];
			const made = untrack(make);
			this.#plot = made;
			return () => made.destroy();
		});
	}

	get current(): uPlot | undefined {
		return this.#plot;
	}
}

/** Resolves the page's `light-dark` colours for a canvas. */
export function colorsAt<Names extends readonly string[]>(
	place: HTMLElement,
	names: readonly [...Names],
): { [Name in keyof Names]: string } {
	const style = getComputedStyle(place);
	const colors = names.map((name) => {
		place.style.color = `var(${name})`;
		const resolved = style.color;
		place.style.color = '';
		return resolved;
	});
	return colors as { [Name in keyof Names]: string };
}
