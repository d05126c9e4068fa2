/**
 * Stored value shared by tabs. A change is applied to the value stored at that moment, not to the one this tab
 * read earlier, and other tabs follow.
 */
import { untrack } from 'svelte';
import { readJson, storageIsOpen, writeJson } from './storage';
import { whenChangedElsewhere } from './storageEvents';

export class SharedValue<T> {
	#value: T = $state.raw() as T;
	/** The last write failed. */
	#ahead = false;
	readonly #key: string;
	readonly #parse: (stored: unknown) => T;

	/** `parse` accepts any stored value, also `undefined`. `onchange` receives values stored by other tabs. */
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
