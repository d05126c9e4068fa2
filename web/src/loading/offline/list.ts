/** Build manifest of the service worker: everything the page needs without a network. */

export interface OfflineList {
	/** Changes with any field below; part of the cache's name. */
	version: string;
	/** SHA-256 of `index.html`, in hex. Another hash belongs to another list. */
	shell: string;
	/** Address of one JSON file, path to text, that holds all small text files without a hash in their name. */
	pack: string;
	/** Paths of the files in the pack. */
	packed: string[];
	files: string[];
}

export type Pack = Record<string, string>;

/** Folder of files with a content hash in their names. */
export const HASHED = '/assets/';

export const CACHE_PREFIX = 'komadai-offline-';

export function cacheName(version: string): string {
	return CACHE_PREFIX + version;
}

/** Message from the page to a waiting service worker. */
export const TAKE_OVER = 'take-over';

/** Message of the service worker after a click on a notice (`live/systemNotice.svelte.ts`). */
export interface NoticeOpened {
	openNotice: string;
}
