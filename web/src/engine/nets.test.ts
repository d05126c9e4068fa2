import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { netOf } from '../../vite/nets';
import type { NetFile } from './netFile';
import { Nets, type Surroundings } from './nets';

const NET = new Uint8Array(10_000).map((_, at) => (at * 7) % 251);
const sha256 = createHash('sha256').update(NET).digest('hex');
const file: NetFile = { path: `/assets/nets/shogi.${sha256.slice(0, 8)}.nnue`, bytes: NET.length, sha256 };

class FakeCache {
	answers = new Map<string, Response>();
	async match(path: string) {
		return this.answers.get(path)?.clone();
	}
	async put(path: string, answer: Response) {
		this.answers.set(path, answer);
	}
	async keys() {
		return [...this.answers.keys()].map((path) => ({ url: `http://here${path}` }));
	}
	async delete(url: string) {
		return this.answers.delete(new URL(url).pathname);
	}
}

let cache: FakeCache;
let asked: string[];
let answer: () => Response;
let now: number;
let online: boolean;
let around: Surroundings;

function body(bytes: Uint8Array<ArrayBuffer>): Response {
	return new Response(
		new ReadableStream({
			start(parts) {
				parts.enqueue(bytes.slice(0, 4_000));
				parts.enqueue(bytes.slice(4_000));
				parts.close();
			},
		}),
	);
}

beforeEach(() => {
	vi.spyOn(console, 'info').mockImplementation(() => {});
	cache = new FakeCache();
	asked = [];
	answer = () => body(NET);
	now = 0;
	online = true;
	around = {
		fetch: async (path) => {
			asked.push(path);
			return answer();
		},
		caches: { open: async () => cache as unknown as Cache },
		digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
		online: () => online,
		now: () => now,
	};
});

it('requests nothing if the build has no net', async () => {
	const nets = new Nets({}, around);
	await nets.want('shogi');
	expect(nets.at('shogi')).toBeUndefined();
	expect(asked).toEqual([]);
});

it('requests nothing offline, and uses the cached net', async () => {
	online = false;
	const nets = new Nets({ shogi: file }, around);
	await nets.want('shogi');
	expect(nets.at('shogi')).toBeUndefined();
	expect(asked).toEqual([]);

	online = true;
	now = 61_000;
	await nets.want('shogi');
	online = false;
	const later = new Nets({ shogi: file }, around);
	await later.want('shogi');
	expect(later.at('shogi')).toEqual(NET);
});

it('fetches the net of a game once, with progress, and caches it', async () => {
	const nets = new Nets({ shogi: file }, around);
	const progress: unknown[] = [];
	nets.onProgress = (game, part) => progress.push([game, part]);
	await Promise.all([nets.want('shogi'), nets.want('shogi'), nets.want('minishogi')]);
	await nets.want('shogi');
	expect(nets.at('shogi')).toEqual(NET);
	expect(asked).toEqual([file.path]);
	expect(progress).toEqual([
		['shogi', 0.4],
		['shogi', 1],
		['shogi', undefined],
	]);

	const later = new Nets({ shogi: file }, around);
	await later.want('shogi');
	expect(later.at('shogi')).toEqual(NET);
	expect(asked).toEqual([file.path]);
});

it('caches one net of a game, and those of other games', async () => {
	for (const path of ['/assets/nets/shogi.00000000.nnue', '/assets/nets/shogun.00000000.nnue'])
		cache.answers.set(path, new Response('old'));
	await new Nets({ shogi: file }, around).want('shogi');
	expect([...cache.answers.keys()].sort()).toEqual([file.path, '/assets/nets/shogun.00000000.nnue'].sort());
});

it('fetches a net again if the cached one is damaged', async () => {
	cache.answers.set(file.path, new Response(new Uint8Array(NET.length)));
	const nets = new Nets({ shogi: file }, around);
	await nets.want('shogi');
	expect(nets.at('shogi')).toEqual(NET);
	expect(asked).toEqual([file.path]);
});

it.each([
	['another net', () => body(NET.slice().reverse())],
	['a net that is cut off', () => body(NET.slice(0, -1))],
	['a net that is too long', () => body(new Uint8Array(NET.length + 1))],
	['an error', () => new Response('no', { status: 404 })],
])('refuses %s, and asks again a minute later', async (_, wrong) => {
	const nets = new Nets({ shogi: file }, around);
	answer = wrong;
	await nets.want('shogi');
	expect(nets.at('shogi')).toBeUndefined();
	expect(cache.answers.size).toBe(0);
	answer = () => body(NET);
	await nets.want('shogi');
	expect(asked.length).toBe(1);
	now = 60_000;
	await nets.want('shogi');
	expect(nets.at('shogi')).toEqual(NET);
});

it('works without caches and hashes where the browser has none', async () => {
	const { fetch, online, now } = around;
	const nets = new Nets({ shogi: file }, { fetch, online, now });
	await nets.want('shogi');
	expect(nets.at('shogi')).toEqual(NET);
});

it('the build names a net by its contents', () => {
	const folder = mkdtempSync(join(tmpdir(), 'nets-'));
	try {
		writeFileSync(join(folder, 'shogi.nnue'), NET);
		expect(netOf(folder, 'shogi')?.file).toEqual(file);
		expect(netOf(folder, 'shogun')).toBeUndefined();
	} finally {
		rmSync(folder, { recursive: true });
	}
});
