/**
 * The service worker. It keeps one version of the page, whole, and answers from it; a newer version is
 * fetched beside it and waits until a page says that it may take over. It starts only when the page has
 * become quiet (see `state.svelte.ts`), and asks for one file at a time, so that it competes with nothing.
 */
import type { NoticeOpened } from '../live/systemNotice.svelte';
import { packedAnswer, type Source, sourceOf } from './answer';
import { CACHE_PREFIX, cacheName, HASHED, type OfflineList, type Pack, TAKE_OVER } from './list';
import type { WorkerScope } from './scope';

/** Put in by the build. */
declare const __OFFLINE__: OfflineList;

const scope = self as unknown as WorkerScope;
const list = __OFFLINE__;
const name = cacheName(list.version);
const SHELL = '/index.html';
/** The server's compression is no part of what an address means here. */
const MATCH: CacheQueryOptions = { ignoreVary: true };

async function download(path: string): Promise<Response> {
	const answer = await fetch(path, {
		credentials: 'same-origin',
		// A hashed file that the page has loaded already comes from the browser's own memory.
		cache: path.startsWith(HASHED) ? 'default' : 'no-cache',
		priority: 'low',
	} as RequestInit);
	if (!answer.ok || answer.redirected) throw new Error(`${path}: status ${answer.status}`);
	return answer;
}

/** What an interrupted attempt, or an earlier version, has already brought is not fetched again. */
async function keep(cache: Cache, path: string): Promise<void> {
	if (await cache.match(path, MATCH)) return;
	const earlier = path.startsWith(HASHED) ? await caches.match(path, MATCH) : undefined;
	await cache.put(path, earlier ?? (await download(path)));
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The page is kept with its headers, the security policy among them, and only if it belongs to this list. */
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

/** The version before stays: a page of it may still be open in another tab. */
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

/** A notice leads to the page it names: in a tab that is open, else in a new one. */
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
	// What only the server knows goes there by itself: nothing of ours is in its way.
	if (source.from === 'network') return;
	// A browser short of space may have thrown something out: then the server is asked after all.
	event.respondWith(kept(source).then((answer) => answer ?? fetch(request)));
});
