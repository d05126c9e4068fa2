/**
 * What the page tells those who listen. There is one place that speaks: whatever changes calls `say`, and
 * no other part of the play page is a live region, so nothing is announced twice.
 */

import { untrack } from 'svelte';
import type { Phrase } from './phrases';

export interface Said {
	id: number;
	phrases: readonly Phrase[];
}

/** Enough for a move, its consequences and an offer; older ones have been read. */
const KEPT = 8;

let count = 0;
let log: readonly Said[] = $state.raw([]);
let alarm: Said | null = $state.raw(null);

/** Announced when what is being spoken has been spoken to its end. */
export function say(words: string | readonly Phrase[]): void {
	count += 1;
	const phrases = typeof words === 'string' ? [{ text: words }] : words;
	// Whoever speaks does not listen: an effect that says something must not run again because of it.
	log = [...untrack(() => log), { id: count, phrases }].slice(-KEPT);
}

/** Announced at once: the answer to what the listener has just tried. */
export function alert(text: string): Said {
	count += 1;
	const said: Said = { id: count, phrases: [{ text }] };
	alarm = said;
	return said;
}

/** It does not hold any more; what was said since then stays. */
export function withdraw(said: Said): void {
	if (untrack(() => alarm) === said) alarm = null;
}

export const announced = {
	get log(): readonly Said[] {
		return log;
	},
	get alarm(): Said | null {
		return alarm;
	},
};
