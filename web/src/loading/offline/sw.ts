/**
 * Service worker. It caches one whole version of the page and answers from it; a newer version is downloaded
 * beside it and waits until a page lets it take over. Registered once the page is idle (`state.svelte.ts`),
 * it downloads one file at a time so that it competes with nothing.
 */
import { packedAnswer, type Source, sourceOf } from './answer';
import { CACHE_PREFIX, cacheName, HASHED, type NoticeOpened, type OfflineList, type Pack, TAKE_OVER } from './list';
import type { WorkerScope } from './scope';

declare const __OFFLINE__: OfflineList;

const scope = self as unknown as WorkerScope;
const list = __OFFLINE__;
const name = cacheName(list.version);
const SHELL = '/index.html';
/** The server varies by `Accept-Encoding`, which does not matter in the cache. */
const MATCH: CacheQueryOptions = { ignoreVary: true };

async function download(path: string): Promise<Response> {
	const answer = await fetch(path, {
		credentials: 'same-origin',
		// Hashed files may come from the HTTP cache.
		cache: path.startsWith(HASHED) ? 'default' : 'no-cache',
		priority: 'low',
	} as RequestInit);
	if (!answer.ok || answer.redirected) throw new Error(`${path}: status ${answer.status}`);
	return answer;
}

/** Reuses the downloads of an interrupted attempt or an earlier version. */
async function keep(cache: Cache, path: string): Promise<void> {
	if (await cache.match(path, MATCH)) return;
	const earlier = path.startsWith(HASHED) ? await caches.match(path, MATCH) : undefined;
	await cache.put(path, earlier ?? (await download(path)));
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Caches the page with its headers (CSP), and only if its hash belongs to this list. */
async function keepShell(cache: Cache): Promise<void> {
	if (await cache.match(SHELL, MATCH)) return;
	const answer = await download(SHELL);
	if ((await sha256(await answer.clone().arrayBuffer())) !== list.shell)
		throw new Error('the server has another version by now');
	await cache.put(SHELL, answer);
}

async function install(): Promise<void> {
	const cache = await caches.open(name);
	await keepShell(cache);
	for (const path of [list.pack, ...list.files]) await keep(cache, path);
}

/** The previous version stays for pages still open in other tabs. */
async function activate(): Promise<void> {
	const ours = (await caches.keys()).filter((one) => one.startsWith(CACHE_PREFIX));
	const before = ours.filter((one) => one !== name);
	for (const old of before.slice(0, -1)) await caches.delete(old);
	await scope.clients.claim();
}

let pack: Promise<Pack> | undefined;

function unpacked(): Promise<Pack> {
	pack ??= (async () => {
		const answer = await (await caches.open(name)).match(list.pack, MATCH);
		return answer ? ((await answer.json()) as Pack) : {};
	})();
	return pack;
}

async function kept(source: Source): Promise<Response | undefined> {
	switch (source.from) {
		case 'shell':
			return (await caches.open(name)).match(SHELL, MATCH);
		case 'pack':
			return packedAnswer(await unpacked(), source.path);
		case 'file':
			return (await caches.open(name)).match(source.path, MATCH);
		case 'any-version':
			return caches.match(source.path, MATCH);
		case 'network':
			return undefined;
	}
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', ({ data }) => {
	if (data === TAKE_OVER) void scope.skipWaiting();
});

async function openNotice(path: string): Promise<void> {
	const [page] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
	if (!page) return void (await scope.clients.openWindow(path));
	await page.focus();
	page.postMessage({ openNotice: path } satisfies NoticeOpened);
}

scope.addEventListener('notificationclick', (event) => {
	const { notification } = event;
	notification.close();
	if (typeof notification.data === 'string') event.waitUntil(openNotice(notification.data));
});
scope.addEventListener('fetch', (event) => {
	const { request } = event;
	const source = sourceOf(request, scope.location.origin, list);
	if (source.from === 'network') return;
	// The browser may have evicted entries: fall back to the network.
	event.respondWith(kept(source).then((answer) => answer ?? fetch(request)));
});
