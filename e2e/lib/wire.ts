/**
 * Proxy between browser and server: records every response, including those for the service worker, and can
 * simulate a newer release of the server.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
	path: string;
	/** Bytes of status line, headers and compressed body. */
	bytes: number;
	encoding: string;
	/** Milliseconds since 1970. */
	asked: number;
	answered: number;
}

/** Marks the page of the newer release. */
export const NEWER_MARK = '<meta name="newer" content="yes" />';

/** Page kept by the service worker. */
const SHELL = '/index.html';

export class Wire {
	readonly url: string;
	readonly answers: Answer[] = [];
	newer = false;
	#server: Server;
	#delayMs: number;

	private constructor(server: Server, delayMs: number) {
		this.#server = server;
		this.#delayMs = delayMs;
		this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	static async to(target: string, delayMs = 0): Promise<Wire> {
		const server = createServer();
		await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
		const wire = new Wire(server, delayMs);
		server.on('request', (asked: IncomingMessage, answer: ServerResponse) => wire.#pass(target, asked, answer));
		return wire;
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((closed) => this.#server.close(closed));
	}

	#pass(target: string, asked: IncomingMessage, answer: ServerResponse): void {
		const path = asked.url ?? '/';
		const began = Date.now();
		const changed = this.newer && (path === SHELL || path === '/' || path === '/sw.js');
		const headers = { ...asked.headers, ...(changed ? { 'accept-encoding': 'identity', 'if-none-match': '' } : {}) };
		const onward = request(target + path, { method: asked.method, headers }, (got) => {
			const parts: Buffer[] = [];
			got.on('data', (part: Buffer) => parts.push(part));
			got.on('end', async () => {
				const sent = Buffer.concat(parts);
				const body = changed ? await this.#newerBody(target, path, sent) : sent;
				await new Promise((later) => setTimeout(later, this.#delayMs));
				const { 'content-length': _, 'transfer-encoding': __, etag, ...kept } = got.headers;
				answer.writeHead(got.statusCode ?? 500, { ...kept, ...(changed || !etag ? {} : { etag }) });
				// Record first: on a loaded machine the page may get the response before this process continues.
				const answered = Date.now();
				answer.end(body);
				const head = got.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
				this.answers.push({
					path,
					bytes: head + 17 + body.length,
					encoding: got.headers['content-encoding'] ?? 'none',
					asked: began,
					answered,
				});
			});
		});
		onward.on('error', () => answer.destroy());
		asked.pipe(onward);
	}

	/** The newer page has the mark, and the newer service worker has its hash. */
	async #newerBody(target: string, path: string, body: Buffer): Promise<Buffer> {
		const page = (text: string) => text.replace('</head>', `${NEWER_MARK}</head>`);
		if (path !== '/sw.js') return Buffer.from(page(body.toString('utf8')));
		const old = await (await fetch(target + SHELL)).text();
		const hash = (text: string) => createHash('sha256').update(text).digest('hex');
		const worker = body.toString('utf8');
		if (!worker.includes(hash(old))) throw new Error('the service worker does not know the page');
		return Buffer.from(worker.replace(hash(old), hash(page(old))).replace(/version:(.)\w+\1/, 'version:$1newer$1'));
	}
}
