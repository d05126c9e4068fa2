/** Routing of requests in the service worker. Mirrors the server's routing of the same addresses. */
import { HASHED, type OfflineList, type Pack } from './list.ts';

export type Source =
	/** `index.html`, for every route of the page. */
	| { from: 'shell' }
	| { from: 'pack'; path: string }
	| { from: 'file'; path: string }
	/** A hashed file of another version, which a page of that version may still request. */
	| { from: 'any-version'; path: string }
	| { from: 'network' };

export interface Asked {
	method: string;
	url: string;
	/** `navigate` for page loads. */
	mode: string;
}

/** First folder of each endpoint of the server. */
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

export const PACKED = Object.keys(TYPES);

export function packedAnswer(pack: Pack, path: string): Response | undefined {
	const text = pack[path];
	if (text === undefined) return undefined;
	const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'text/plain; charset=utf-8';
	return new Response(text, { headers: { 'content-type': type, 'x-content-type-options': 'nosniff' } });
}
