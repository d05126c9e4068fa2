/** A graph that is as wide as its place and has the colours of the page. */

import { onMount, untrack } from 'svelte';
import type uPlot from 'uplot';
import { settings } from '../settings/settings.svelte';

export class Plot {
	#plot: uPlot | undefined = $state.raw();
	/** Changes with the colours of the page. */
	#scheme = $state(0);

	/** While a component is made: `make` makes the graph, anew when the colours change or what `data` reads. */
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

/** Colours of the page, which are pairs for light and dark, as a canvas knows them. */
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
