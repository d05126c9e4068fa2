/**
 * The used part of `ServiceWorkerGlobalScope`: TypeScript's DOM library, which the page needs, excludes it.
 */

export interface Lasting {
	waitUntil(promise: Promise<unknown>): void;
}

export interface FetchAsked extends Lasting {
	readonly request: Request;
	respondWith(answer: Promise<Response>): void;
}

export interface NoticeClicked extends Lasting {
	readonly notification: Notification;
}

export interface OpenPage {
	focus(): Promise<unknown>;
	postMessage(message: unknown): void;
}

export interface WorkerScope {
	readonly location: Location;
	readonly clients: {
		claim(): Promise<void>;
		matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
		openWindow(path: string): Promise<unknown>;
	};
	skipWaiting(): Promise<void>;
	addEventListener(type: 'install' | 'activate', run: (event: Lasting) => void): void;
	addEventListener(type: 'notificationclick', run: (event: NoticeClicked) => void): void;
	addEventListener(type: 'fetch', run: (event: FetchAsked) => void): void;
	addEventListener(type: 'message', run: (event: { readonly data: unknown }) => void): void;
}
