/** Where the answer to a request comes from. Mirrors what the server does with the same address. */
import { HASHED, type OfflineList, type Pack } from './list.ts';

export type Source =
	/** The page itself: every address of a page is answered with it. */
	| { from: 'shell' }
	/** A small text file out of the pack. */
	| { from: 'pack'; path: string }
	/** A file kept by itself. */
	| { from: 'file'; path: string }
	/** A hashed file of another version: an old page may still ask for its own. */
	| { from: 'any-version'; path: string }
	/** Not ours to answer. */
	| { from: 'network' };

export interface Asked {
	method: string;
	/** Whole address. */
	url: string;
	/** `navigate` when a page is opened. */
	mode: string;
}

/** Addresses that only the server answers, the first folder of each of its endpoints. */
const SERVERS_OWN = ['/api', '/ws', '/pictures', '/healthz', '/readyz'];

export function sourceOf(asked: Asked, origin: string, list: Pick<OfflineList, 'packed' | 'files'>): Source {
	const url = new URL(asked.url);
	const path = url.pathname;
	if (asked.method !== 'GET' || url.origin !== origin) return { from: 'network' };
	if (SERVERS_OWN.some((own) => path === own || path.startsWith(`${own}/`))) return { from: 'network' };
	if (list.packed.includes(path)) return { from: 'pack', path };
	if (list.files.includes(path)) return { from: 'file', path };
	if (path.startsWith(HASHED)) return { from: 'any-version', path };
	const isFile = path.slice(path.lastIndexOf('/') + 1).includes('.');
	if (asked.mode === 'navigate' && (!isFile || path === '/index.html')) return { from: 'shell' };
	return { from: 'network' };
}

const TYPES: Record<string, string> = {
	svg: 'image/svg+xml',
	css: 'text/css; charset=utf-8',
	json: 'application/json',
	webmanifest: 'application/manifest+json',
	txt: 'text/plain; charset=utf-8',
};

/** Ends of the names of files that go into the pack. */
export const PACKED = Object.keys(TYPES);

export function packedAnswer(pack: Pack, path: string): Response | undefined {
	const text = pack[path];
	if (text === undefined) return undefined;
	const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'text/plain; charset=utf-8';
	return new Response(text, { headers: { 'content-type': type, 'x-content-type-options': 'nosniff' } });
}
