/**
 * Screen reader announcements. All go through this module, since a second live region on the page would announce them
 * twice.
 */

import { untrack } from 'svelte';
import type { Phrase } from './phrases';

export interface Said {
	id: number;
	phrases: readonly Phrase[];
}

/** Log length: room for a move, its consequences and an offer. */
const KEPT = 8;

let count = 0;
let log: readonly Said[] = $state.raw([]);
let alarm: Said | null = $state.raw(null);

/** Announces politely, after current speech. */
export function say(words: string | readonly Phrase[]): Said {
	count += 1;
	const phrases = typeof words === 'string' ? [{ text: words }] : words;
	const said: Said = { id: count, phrases };
	// `untrack`: an effect that calls `say` must not depend on the log.
	log = [...untrack(() => log), said].slice(-KEPT);
	return said;
}

/** Announces assertively, interrupting speech. */
export function alert(text: string): Said {
	count += 1;
	const said: Said = { id: count, phrases: [{ text }] };
	alarm = said;
	return said;
}

export function withdraw(said: Said): void {
	if (untrack(() => alarm) === said) alarm = null;
	const known = untrack(() => log);
	if (known.includes(said)) log = known.filter((one) => one !== said);
}

export function forget(): void {
	log = [];
	alarm = null;
}

let turn: Said | null = null;

/** Announces the side to move, in place of the last such announcement. */
export function sayTurn(words: string): void {
	turnIsOver();
	turn = say(words);
}

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
