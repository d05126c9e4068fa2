/**
 * Registration and update of the service worker.
 *
 * 1. The page loads what is seen first. Loads that a person waits for are counted (`../quiet.ts`). When none has run for a
 *    moment, `/sw.js` is registered.
 * 2. The service worker (`sw.ts`) fetches one file after another: `index.html`, one pack of small files, every hashed
 *    file. It is installed once it has all of them, and then answers every page address from its cache.
 *    `/api`, `/ws` and the other addresses of `answer.ts` always go to the server.
 * 3. A newer version is fetched into a cache of its own at the next visit or within the hour, and waits.
 *    `widgets/Notice.svelte` offers it outside of games; `reload` lets it take over. The previous cache is kept once more for
 *    other tabs.
 *
 * `vite/offline.ts` writes the pack, the list of files and the service worker after each build. Plain HTTP on a local
 * network has no service worker; the page works without it.
 */

import { quiet } from '../quiet';
import { TAKE_OVER } from './list';

/**
 * - `impossible`: no service workers, or an insecure context (plain HTTP on a local network)
 * - `coming`: the copy is incomplete
 * - `ready`: the page needs no network
 * - `failed`: a download failed; the next visit retries
 */
export type OfflineState = 'impossible' | 'coming' | 'ready' | 'failed';

/** Idle time required before the worker is registered. */
const QUIET_MS = 1_500;
const LOOK_AGAIN_MS = 60 * 60 * 1000;
const UPDATE_TIMEOUT_MS = 20_000;

class Offline {
	state: OfflineState = $state('coming');
	newer = $state(false);
	#registration: ServiceWorkerRegistration | undefined;
	#lookedAt = 0;

	start(): void {
		// A cached page would hide changes during development.
		if (!import.meta.env.PROD || !globalThis.navigator?.serviceWorker) {
			this.state = 'impossible';
			return;
		}
		if (navigator.serviceWorker.controller) this.state = 'ready';
		void quiet(QUIET_MS).then(() => this.#register());
		document.addEventListener('visibilitychange', () => this.#look());
		addEventListener('online', () => this.#look());
	}

	async #register(): Promise<void> {
		try {
			const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
			this.#registration = registration;
			this.#lookedAt = Date.now();
			if (registration.active) this.state = 'ready';
			if (registration.waiting) this.newer = true;
			if (registration.installing) this.#follow(registration.installing);
			registration.addEventListener('updatefound', () => {
				if (registration.installing) this.#follow(registration.installing);
			});
		} catch (error) {
			// Without a network the worker of an earlier visit still serves the page.
			if (this.state === 'ready') return;
			this.state = 'failed';
			console.info('not kept for use without a network:', error);
		}
	}

	#follow(worker: ServiceWorker): void {
		const first = !this.#registration?.active;
		worker.addEventListener('statechange', () => {
			if (worker.state === 'redundant' && first && this.state !== 'ready') this.state = 'failed';
			if (worker.state === 'activated') this.state = 'ready';
			if (worker.state === 'installed' && !first) this.newer = true;
		});
	}

	/** Checks for updates in pages that stay open for days. */
	#look(): void {
		if (document.visibilityState !== 'visible' || Date.now() - this.#lookedAt < LOOK_AGAIN_MS) return;
		this.#lookedAt = Date.now();
		this.#registration?.update().catch(() => {});
	}

	/** Reloads the page in the newest available version. */
	async reload(): Promise<void> {
		const registration = this.#registration ?? (await globalThis.navigator?.serviceWorker?.getRegistration());
		const worker = registration && (await newest(registration));
		if (worker) {
			const changed = new Promise((done) =>
				navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
			);
			worker.postMessage(TAKE_OVER);
			await Promise.race([changed, after(UPDATE_TIMEOUT_MS)]);
		}
		location.reload();
	}
}

const after = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The waiting version, after a pending installation; undefined if there is none. */
async function newest(registration: ServiceWorkerRegistration): Promise<ServiceWorker | undefined> {
	if (!registration.waiting && !registration.installing) await registration.update().catch(() => {});
	const coming = registration.installing;
	if (coming && registration.active)
		await Promise.race([
			after(UPDATE_TIMEOUT_MS),
			new Promise<void>((done) =>
				coming.addEventListener('statechange', () => {
					if (coming.state === 'installed' || coming.state === 'redundant') done();
				}),
			),
		]);
	return registration.waiting ?? undefined;
}

export const offline = new Offline();
