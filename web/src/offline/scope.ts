/** As much of a service worker's surroundings as is used here: the DOM's types, which the page needs, have none of it. */

export interface Lasting {
	waitUntil(promise: Promise<unknown>): void;
}

export interface FetchAsked extends Lasting {
	readonly request: Request;
	respondWith(answer: Promise<Response>): void;
}

export interface WorkerScope {
	readonly location: Location;
	readonly clients: { claim(): Promise<void> };
	skipWaiting(): Promise<void>;
	addEventListener(type: 'install' | 'activate', run: (event: Lasting) => void): void;
	addEventListener(type: 'fetch', run: (event: FetchAsked) => void): void;
	addEventListener(type: 'message', run: (event: { readonly data: unknown }) => void): void;
}
