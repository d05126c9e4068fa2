/** What the build tells the service worker: everything the page needs without a network. */

export interface OfflineList {
	/** Differs whenever anything below differs; part of the cache's name. */
	version: string;
	/** SHA-256 of `index.html`, in hex: a newer one belongs to another list. */
	shell: string;
	/** Address of one JSON file, path to text, with all small text files that have no hash in their name. */
	pack: string;
	/** What is in the pack, by path. */
	packed: string[];
	/** Everything else, by path. */
	files: string[];
}

export type Pack = Record<string, string>;

/** Files in this folder carry a hash of their content in their names. */
export const HASHED = '/assets/';

export const CACHE_PREFIX = 'komadai-offline-';

export function cacheName(version: string): string {
	return CACHE_PREFIX + version;
}

/** Messages from the page to a service worker that waits. */
export const TAKE_OVER = 'take-over';
