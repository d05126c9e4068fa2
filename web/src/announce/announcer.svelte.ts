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
export function say(words: string | readonly Phrase[]): Said {
	count += 1;
	const phrases = typeof words === 'string' ? [{ text: words }] : words;
	const said: Said = { id: count, phrases };
	// Whoever speaks does not listen: an effect that says something must not run again because of it.
	log = [...untrack(() => log), said].slice(-KEPT);
	return said;
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
	const known = untrack(() => log);
	if (known.includes(said)) log = known.filter((one) => one !== said);
}

/** The page has another language: what was said in the former one is removed. */
export function forget(): void {
	log = [];
	alarm = null;
}

let turn: Said | null = null;

/** Whose turn it is: it stands until the next such words, or until the turn is over. */
export function sayTurn(words: string): void {
	turnIsOver();
	turn = say(words);
}

/** A move was made, or the game has ended: who listens to what was said last must not hear whose turn it was. */
export function turnIsOver(): void {
	if (turn) withdraw(turn);
	turn = null;
}

export const announced = {
	get log(): readonly Said[] {
		return log;
	},
	get alarm(): Said | null {
		return alarm;
	},
};
