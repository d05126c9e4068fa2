/**
 * A stored value that several tabs change. A change is made to what is stored at that moment, not to what this tab read
 * earlier, and the other tabs follow.
 */
import { untrack } from 'svelte';
import { whenChangedElsewhere } from './elsewhere';
import { readJson, storageIsOpen, writeJson } from './storage';

export class SharedValue<T> {
	#value: T = $state.raw() as T;
	/** The last write was refused: this tab has more than the store. */
	#ahead = false;
	readonly #key: string;
	readonly #parse: (stored: unknown) => T;

	/** `parse` reads any stored value, also `undefined`. `onchange` is called with what another tab has stored. */
	constructor(key: string, parse: (stored: unknown) => T, onchange: (value: T) => void = () => {}) {
		this.#key = key;
		this.#parse = parse;
		this.#value = this.#stored();
		whenChangedElsewhere(key, () => {
			this.#ahead = false;
			this.#value = this.#stored();
			onchange(this.#value);
		});
	}

	get value(): T {
		return this.#value;
	}

	/** An edit that gives back what it was given changes nothing. */
	change(edit: (before: T) => T): void {
		const before = untrack(() => (this.#ahead ? this.#value : this.#stored()));
		const after = edit(before);
		if (after === before) return;
		this.#value = after;
		this.#ahead = !(storageIsOpen() && writeJson(this.#key, this.#value));
	}

	#stored(): T {
		return this.#parse(readJson(this.#key));
	}
}
