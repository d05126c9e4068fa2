/**
 * Evaluation nets, fetched at the first search of a variant, verified and cached. Until then, or in a build without
 * nets, the engine uses its classical evaluation.
 */
import known from 'virtual:nets';
import type { VariantId } from '../rules/variant';
import { NETS, type NetFile } from './netFile';

const CACHE = 'komadai-nets';
/** Interval between attempts after a failure. */
const RETRY_MS = 60_000;
/** Download timeout: 8 MB at 0.25 Mbit/s. */
const DOWNLOAD_MS = 300_000;

/** Browser interfaces; a page over plain HTTP has no caches and no hashes. */
export interface Surroundings {
	fetch: (path: string) => Promise<Response>;
	caches?: Pick<CacheStorage, 'open'>;
	digest?: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;
	/** False if certainly offline. */
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
	/** Called with the fraction loaded, from 0 to 1, and with undefined at the end. */
	onProgress: ((game: VariantId, part: number | undefined) => void) | undefined;

	constructor(files: Partial<Record<VariantId, NetFile>> = known, around: Surroundings = browser) {
		this.#files = files;
		this.#around = around;
	}

	at(game: VariantId): Uint8Array<ArrayBuffer> | undefined {
		return this.#here.get(game);
	}

	/** Resolves when the net is loaded or has failed; never rejects. */
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
		// Without room in the cache it is fetched again next time.
		const cache = await this.#around.caches?.open(CACHE).catch(() => undefined);
		const kept = await cache?.match(file.path);
		if (kept) {
			const net = new Uint8Array(await kept.arrayBuffer());
			if (await this.#isWhole(net, file)) return net;
		}
		// A request while offline would log an error in the console.
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

	/** Without hashes the engine still verifies the checksum at the end of the file. */
	async #isWhole(net: Uint8Array<ArrayBuffer>, file: NetFile): Promise<boolean> {
		if (net.length !== file.bytes) return false;
		const digest = await this.#around.digest?.(net);
		return !digest || hex(digest) === file.sha256;
	}
}

/** The cache holds one net of each variant. */
async function dropOthers(cache: Cache, game: VariantId, file: NetFile): Promise<void> {
	for (const { url } of await cache.keys()) {
		const { pathname } = new URL(url);
		if (pathname.startsWith(`${NETS}${game}.`) && pathname !== file.path) await cache.delete(url);
	}
}

function hex(digest: ArrayBuffer): string {
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const nets = new Nets();
