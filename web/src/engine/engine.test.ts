import { beforeEach, describe, expect, it } from 'vitest';
import type { VariantId } from '../rules/variant';
import type { SearchRequest, SearchResult } from '../wasm/engine/engine';
import type { FromWorker, ToWorker } from './channel';
import { Engine, StoppedError, type WorkerLike } from './engine';

class FakeWorker {
	asked: ToWorker[] = [];
	ended = false;
	onmessage: WorkerLike['onmessage'] = null;
	onerror: WorkerLike['onerror'] = null;
	onmessageerror: WorkerLike['onmessageerror'] = null;
	postMessage(message: ToWorker) {
		this.asked.push(message);
	}
	terminate() {
		this.ended = true;
	}
	get id(): number {
		const last = this.asked.at(-1);
		return last && 'id' in last ? last.id : -1;
	}
	say(data: FromWorker) {
		this.onmessage?.call(this as unknown as Worker, { data } as MessageEvent);
	}
	breakDown(message?: string) {
		this.onerror?.call(this as unknown as Worker, { message } as ErrorEvent);
	}
}

let workers: FakeWorker[];
let engine: Engine;

beforeEach(() => {
	workers = [];
	engine = new Engine(async () => {
		const worker = new FakeWorker();
		workers.push(worker);
		return worker as unknown as WorkerLike;
	});
});

const request: SearchRequest = { game: 'shogi', position: '', moves: [] };
const result: SearchResult = {
	move: '7g7f',
	declares: false,
	ponder: null,
	score: 0,
	mate: null,
	bound: 'exact',
	win: 500,
	depth: 1,
	nodes: 1,
	pv: ['7g7f'],
};
const settle = () => new Promise((done) => setTimeout(done));

function worker(): FakeWorker {
	const last = workers.at(-1);
	if (!last) throw new Error('no worker');
	return last;
}

async function ask(): Promise<Promise<SearchResult>[]> {
	const search = engine.search(request);
	search.catch(() => {});
	await settle();
	return [search];
}

async function expectAnswer(): Promise<void> {
	const [search] = await ask();
	worker().say({ kind: 'result', id: worker().id, result });
	expect(await search).toEqual(result);
}

it('uses the warm Worker, for later searches too', async () => {
	engine.warm();
	await settle();
	await expectAnswer();
	await expectAnswer();
	expect(workers).toHaveLength(1);
});

it('passes on search reports', async () => {
	const reported: number[] = [];
	const search = engine.search(request, ({ depth }) => reported.push(depth));
	await settle();
	const { id } = worker();
	const info = { ...result, pvIndex: 1, seldepth: 1, timeMs: 0, hashfull: 0 };
	worker().say({ kind: 'info', id, info: { ...info, depth: 1 } });
	worker().say({ kind: 'info', id: id - 1, info: { ...info, depth: 7 } });
	worker().say({ kind: 'info', id, info: { ...info, depth: 2 } });
	worker().say({ kind: 'result', id, result });
	expect(await search).toEqual(result);
	expect(reported).toEqual([1, 2]);
});

it('answers which pieces hang, and fails as a search does', async () => {
	const asked = engine.hanging({ game: 'shogi', position: '', side: 'first' });
	await settle();
	worker().say({ kind: 'squares', id: worker().id, squares: ['5e'] });
	expect(await asked).toEqual(['5e']);
	const stopped = engine.hanging({ game: 'shogi', position: '', side: 'first' });
	stopped.catch(() => {});
	await settle();
	engine.stop();
	await expect(stopped).rejects.toBeInstanceOf(StoppedError);
});

it('looks for a mate and reports its progress', async () => {
	const reported: number[] = [];
	const asked = engine.solveMate({ game: 'shogi', position: '' }, ({ nodes }) => reported.push(nodes));
	await settle();
	const { id } = worker();
	expect(worker().asked.at(-1)).toEqual({ kind: 'mate', id, request: { game: 'shogi', position: '' } });
	worker().say({ kind: 'progress', id, info: { nodes: 1024, hashfull: 1, line: [] } });
	worker().say({ kind: 'progress', id: id - 1, info: { nodes: 7, hashfull: 0, line: [] } });
	const answer = {
		result: 'mate',
		plies: 1,
		exact: true,
		line: ['G*5b'],
		solutions: [],
		undecided: [],
		leftInHand: 0,
		nodes: 2000,
	} as const;
	worker().say({
		kind: 'mated',
		id,
		answer: { ...answer, line: [...answer.line], solutions: [], undecided: [] },
	});
	expect(await asked).toEqual(answer);
	expect(reported).toEqual([1024]);
});

it('asks for the best defence, which can be stopped as a search', async () => {
	const ask = () => {
		const asked = engine.defendMate({ game: 'shogun', position: '', moves: ['e2e4'] });
		asked.catch(() => {});
		return asked;
	};
	const asked = ask();
	await settle();
	const answer = {
		move: 'e7e5',
		result: 'no-mate' as const,
		plies: null,
		exact: false,
		line: ['e7e5'],
		nodes: 3,
	};
	worker().say({ kind: 'defended', id: worker().id, answer });
	expect(await asked).toEqual(answer);
	const stopped = ask();
	await settle();
	engine.stop();
	await expect(stopped).rejects.toBeInstanceOf(StoppedError);
	await settle();
	expect(workers[0]?.ended).toBe(true);
});

it('ends a search that is stopped', async () => {
	const [search] = await ask();
	engine.stop();
	await expect(search).rejects.toBeInstanceOf(StoppedError);
	await settle();
	expect(workers[0]?.ended).toBe(true);
	await expectAnswer();
	expect(workers).toHaveLength(2);
});

describe('a Worker that broke', () => {
	it('before the first search fails that search', async () => {
		engine.warm();
		await settle();
		worker().breakDown();
		await expectAnswer();
		expect(workers).toHaveLength(2);
		expect(workers[0]?.ended).toBe(true);
	});
	it('during a search fails it, and the next search gets a new one', async () => {
		const [search] = await ask();
		worker().breakDown('gone');
		await expect(search).rejects.toThrow('gone');
		await expectAnswer();
		expect(workers).toHaveLength(2);
	});
	it('is replaced after `failed`, so that a retry can succeed', async () => {
		const [search] = await ask();
		worker().say({ kind: 'failed', id: worker().id, message: 'busy' });
		await expect(search).rejects.toThrow('busy');
		await expectAnswer();
		expect(workers).toHaveLength(2);
		expect(workers[0]?.ended).toBe(true);
	});
	it('does not affect its successor', async () => {
		await ask();
		const old = worker();
		engine.stop();
		const [search] = await ask();
		old.breakDown('late');
		worker().say({ kind: 'result', id: worker().id, result });
		expect(await search).toEqual(result);
	});
});

it('tries again after it could not be opened', async () => {
	let tries = 0;
	engine = new Engine(async () => {
		tries += 1;
		throw new Error('offline');
	});
	await expect(engine.search(request)).rejects.toThrow('offline');
	await expect(engine.search(request)).rejects.toThrow('offline');
	expect(tries).toBe(2);
});

describe('nets', () => {
	const bytes = new Uint8Array([1, 2, 3]);
	let here: Partial<Record<VariantId, Uint8Array<ArrayBuffer>>>;
	let wanted: VariantId[];

	beforeEach(() => {
		here = {};
		wanted = [];
		const open = async () => {
			workers.push(new FakeWorker());
			return worker() as unknown as WorkerLike;
		};
		engine = new Engine(open, {
			at: (game) => here[game],
			want: async (game) => void wanted.push(game),
		});
	});

	const kinds = () => worker().asked.map(({ kind }) => kind);

	it('searches without one while it loads, and sends it once to each Worker', async () => {
		await expectAnswer();
		expect([kinds(), wanted]).toEqual([['search'], ['shogi']]);
		here = { shogi: bytes };
		await expectAnswer();
		await expectAnswer();
		expect([kinds(), wanted]).toEqual([['search', 'net', 'search', 'search'], ['shogi']]);
		expect(worker().asked[1]).toEqual({ kind: 'net', bytes });
		await ask();
		engine.stop();
		await settle();
		await expectAnswer();
		expect(workers.length).toBe(2);
		expect(kinds()).toEqual(['net', 'search']);
	});
});
