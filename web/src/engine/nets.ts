/**
 * The nets that evaluate positions: each is fetched when its game is first searched, checked, and kept on this
 * device. Until one is here the engine plays with its classical evaluation; where the build has none, nothing is
 * asked for.
 */
import known from 'virtual:nets';
import type { VariantId } from '../games/variant';
import { NETS, type NetFile } from './netFile';

const CACHE = 'komadai-nets';
/** After a failure the next search that comes later than this asks again. */
const RETRY_MS = 60_000;
/** A net that is not whole by then is given up: 8 MB at 0.25 Mbit/s. */
const DOWNLOAD_MS = 300_000;

/** What a browser brings; a page over plain HTTP has neither caches nor hashes. */
export interface Surroundings {
	fetch: (path: string) => Promise<Response>;
	caches?: Pick<CacheStorage, 'open'>;
	digest?: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;
	/** False where there is certainly no network. */
	online: () => boolean;
	now: () => number;
}

const browser: Surroundings = {
	fetch: (path) => fetch(path, { priority: 'low', signal: AbortSignal.timeout(DOWNLOAD_MS) } as RequestInit),
	caches: globalThis.caches,
	digest: globalThis.crypto?.subtle && ((bytes) => crypto.subtle.digest('SHA-256', bytes)),
	online: () => navigator.onLine,
	now: () => Date.now(),
};

export class Nets {
	#files: Partial<Record<VariantId, NetFile>>;
	#around: Surroundings;
	#here = new Map<VariantId, Uint8Array<ArrayBuffer>>();
	#coming = new Map<VariantId, Promise<void>>();
	#failedAt = new Map<VariantId, number>();
	/** Called with the part of a net that is here, from 0 to 1, and with nothing when no more of it comes. */
	onProgress: ((game: VariantId, part: number | undefined) => void) | undefined;

	constructor(files: Partial<Record<VariantId, NetFile>> = known, around: Surroundings = browser) {
		this.#files = files;
		this.#around = around;
	}

	/** The net of a game, once it is here. */
	at(game: VariantId): Uint8Array<ArrayBuffer> | undefined {
		return this.#here.get(game);
	}

	/** Resolves when the net of a game is here, or will not come for now; never fails. */
	want(game: VariantId): Promise<void> {
		const file = this.#files[game];
		const failedAt = this.#failedAt.get(game);
		const soon = failedAt !== undefined && this.#around.now() - failedAt < RETRY_MS;
		if (!file || this.#here.has(game) || soon) return Promise.resolve();
		const coming =
			this.#coming.get(game) ??
			this.#bring(game, file)
				.then((net) => void this.#here.set(game, net))
				.catch((error) => {
					this.#failedAt.set(game, this.#around.now());
					console.info(`the net of ${game} could not be fetched:`, error);
				})
				.finally(() => {
					this.#coming.delete(game);
					this.onProgress?.(game, undefined);
				});
		this.#coming.set(game, coming);
		return coming;
	}

	async #bring(game: VariantId, file: NetFile): Promise<Uint8Array<ArrayBuffer>> {
		// A browser without room for it has it fetched again next time.
		const cache = await this.#around.caches?.open(CACHE).catch(() => undefined);
		const kept = await cache?.match(file.path);
		if (kept) {
			const net = new Uint8Array(await kept.arrayBuffer());
			if (await this.#isWhole(net, file)) return net;
		}
		// A request that cannot arrive is an error in the browser's console.
		if (!this.#around.online()) throw new Error('there is no network');
		const net = await this.#download(game, file);
		if (!(await this.#isWhole(net, file))) throw new Error('it is not what the page was built with');
		await cache?.put(file.path, new Response(net)).catch(() => {});
		if (cache) await dropOthers(cache, game, file).catch(() => {});
		return net;
	}

	async #download(game: VariantId, file: NetFile): Promise<Uint8Array<ArrayBuffer>> {
		const answer = await this.#around.fetch(file.path);
		if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
		const net = new Uint8Array(file.bytes);
		let received = 0;
		const reader = answer.body.getReader();
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			if (received + value.length > net.length) throw new Error('it is too long');
			net.set(value, received);
			received += value.length;
			this.onProgress?.(game, received / file.bytes);
		}
		if (received < net.length) throw new Error('it was cut off');
		return net;
	}

	/** Where there are no hashes the engine still checks the sum at the end of the file. */
	async #isWhole(net: Uint8Array<ArrayBuffer>, file: NetFile): Promise<boolean> {
		if (net.length !== file.bytes) return false;
		const digest = await this.#around.digest?.(net);
		return !digest || hex(digest) === file.sha256;
	}
}

/** Of a game one net is kept. */
async function dropOthers(cache: Cache, game: VariantId, file: NetFile): Promise<void> {
	for (const { url } of await cache.keys()) {
		const { pathname } = new URL(url);
		if (pathname.startsWith(`${NETS}${game}.`) && pathname !== file.path) await cache.delete(url);
	}
}

function hex(digest: ArrayBuffer): string {
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Those of the page. */
export const nets = new Nets();
